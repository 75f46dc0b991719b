ALTER TABLE "house" ADD COLUMN "festival_hours" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "house" DROP COLUMN "opened_at";--> statement-breakpoint
-- Where the earlier migration has put the festivals.
UPDATE "house" SET
"festival_hours" = '5 am to 9 pm from two weeks before Qing Ming to two weeks after, and on All Souls’ Day',
"hour_exceptions" = ''
WHERE "hour_exceptions" = 'At Qing Ming and All Souls: 5 am to 9 pm from two weeks before Qing Ming to two weeks after, and on All Souls’ Day';
