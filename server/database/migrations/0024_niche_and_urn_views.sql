ALTER TABLE "urns" ADD COLUMN "outside_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE VIEW "public"."block_places" AS (select "blocks"."block_id", "blocks"."block_name", "blocks"."view", "levels"."level_id", "levels"."level_number", "buildings"."building_id", "buildings"."building_name", "buildings"."position", "buildings"."directions", "blocks"."opens_at" from "blocks" inner join "levels" on "levels"."level_id" = "blocks"."level_id" inner join "buildings" on "buildings"."building_id" = "levels"."building_id");--> statement-breakpoint
CREATE VIEW "public"."niche_places" AS (select "niches"."niche_id", "niches"."niche_code", "niches"."niche_row", "niches"."niche_column", "niches"."status", "niches"."price_cents", "blocks"."block_id", "blocks"."block_name", "blocks"."view", "levels"."level_id", "levels"."level_number", "buildings"."building_id", "buildings"."building_name", "buildings"."position", "buildings"."directions" from "niches" inner join "blocks" on "blocks"."block_id" = "niches"."block_id" inner join "levels" on "levels"."level_id" = "blocks"."level_id" inner join "buildings" on "buildings"."building_id" = "levels"."building_id");--> statement-breakpoint
CREATE VIEW "public"."urn_now" AS (select "move_id", "tag", "position", "event", "niche_id", "shelf", "actor_id", "witness_id", "reason", "released_to", "identity_kind", "identity_ending", "authority", "document", "request_id", "at" from "urn_moves" where not exists (select "tag" from "urn_moves" "later" where ("later"."tag" = "urn_moves"."tag" and "later"."position" > "urn_moves"."position")));--> statement-breakpoint
create function urn_moves_inserted() returns trigger language plpgsql as $$
begin
  update urns u set outside_since = last.since
    from (
      select distinct on (tag) tag, case when event in ('receive', 'takeOut') then at end as since
      from added where event in ('receive', 'takeOut', 'place', 'release')
      order by tag, position desc
    ) last
    where u.tag = last.tag and u.outside_since is distinct from last.since;
  return null;
end $$;
--> statement-breakpoint
create trigger urn_moves_inserted after insert on urn_moves referencing new table as added for each statement execute function urn_moves_inserted();
