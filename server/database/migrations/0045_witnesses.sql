ALTER TABLE "staff_invitations" DROP CONSTRAINT "staff_invitations_role_known";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role_known";--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_role_known" CHECK ("staff_invitations"."role" in ('staff', 'admin', 'witness'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("users"."role" in ('user', 'staff', 'admin', 'witness'));