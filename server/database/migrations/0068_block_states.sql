ALTER TABLE "blocks" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "niches" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint

-- The state of a block: its own version and the sum of those of its niches (server/niches/kept-niches.ts).
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
--> statement-breakpoint
create trigger niches_raise_version before update on niches for each row execute function raise_version();
--> statement-breakpoint
create trigger blocks_raise_version before update on blocks for each row execute function raise_version();
--> statement-breakpoint

-- With other niches the sum of their versions can be the same as before.
create function raise_version_of_blocks() returns trigger language plpgsql as $$
begin
  update blocks set version = version where block_id in (select block_id from changed);
  return null;
end $$;
--> statement-breakpoint
create trigger niches_added_raise_block after insert on niches referencing new table as changed for each statement execute function raise_version_of_blocks();
--> statement-breakpoint
create trigger niches_deleted_raise_block after delete on niches referencing old table as changed for each statement execute function raise_version_of_blocks();
