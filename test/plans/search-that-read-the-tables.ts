/** The search by contact number as it was once imported bookings had holders: correct, and slower with every booking. */
export const searchThatReadTheTables = {
  text: `
    select "bookings"."booking_id", "bookings"."version", "bookings"."booking_status", "bookings"."booking_type", coalesce("users"."full_name", "register_entries"."holder_name", ''), "bookings"."created_at", "bookings"."waiting_since", "bookings"."niche_id", "niches"."niche_code", "niches"."status", "beneficiaries"."beneficiary_name", "payments"."amount_cents", "payments"."payment_method", "payments"."payment_status", "bookings"."hold_expires_at", "urn_requests"."urn_request_id" is not null, "certificate_requests"."request_id" is not null, ( select "urns"."tag"
    from "urns"
    where "urns"."booking_id" = "bookings"."booking_id" and ( select last.event
    from "urn_moves" last
    where last.tag = "urns"."tag"
    order by last.position desc
    limit 1) = 'place'), "bookings"."made_by"
    from "bookings"
    left join "users" on "users"."user_id" = "bookings"."user_id"
    left join "register_entries" on "register_entries"."booking_id" = "bookings"."booking_id"
    left join "payments" on "payments"."booking_id" = "bookings"."booking_id"
    inner join "beneficiaries" on "beneficiaries"."beneficiary_id" = "bookings"."beneficiary_id"
    inner join "niches" on "niches"."niche_id" = "bookings"."niche_id"
    left join "urn_requests" on ("urn_requests"."booking_id" = "bookings"."booking_id" and "urn_requests"."status" = $1)
    left join "certificate_requests" on ("certificate_requests"."booking_id" = "bookings"."booking_id" and "certificate_requests"."status" = $2)
    where ("users"."contact_key" = $3 or ("bookings"."user_id" is null and "register_entries"."contact_key" = $4))
    order by "bookings"."created_at" desc, "bookings"."booking_id" desc
    limit $5`,
  params: ['Open', 'Open', '91234567', '91234567', 1000],
}
