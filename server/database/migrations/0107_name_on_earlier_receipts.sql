ALTER TABLE "house" ADD COLUMN "earlier_name" text;--> statement-breakpoint
-- Only if the house is still called what its earlier receipts say: a name may contain a comma, so it cannot be cut out of them.
update house set earlier_name = name
where name <> '' and (starts_with(earlier_issuer, 'Issued by ' || name || ', ') or starts_with(earlier_issuer, 'Issued by ' || name || '.'));
