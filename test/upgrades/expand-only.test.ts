import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#server/core/project-root.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import type { Migration } from '#server/ports/database.ts'
import { findContractSteps } from './expand-only.ts'
import previousRelease from './previous-release.json' with { type: 'json' }

const migrations = readMigrations(join(root, 'server/database/migrations'))
const { lastMigration, contractSteps } = previousRelease
const isNew = ({ name }: Migration) => name > lastMigration

test('the last migration of the previous release still exists', () => {
  expect(migrations.map(({ name }) => name)).toContain(lastMigration)
})

test('the build before can use the database after each new migration, except after the contract steps', () => {
  const expandSteps = migrations.filter((each) => isNew(each) && !Object.hasOwn(contractSteps, each.name))
  expect(findContractSteps(expandSteps)).toEqual([])
})

test('every contract step is a new migration that the rule would refuse', () => {
  for (const name of Object.keys(contractSteps)) {
    expect(findContractSteps(migrations.filter((each) => isNew(each) && each.name === name))).not.toEqual([])
  }
})

const makeMigration = (...statements: string[]): Migration => ({
  name: '0099_test',
  createdAt: 1,
  hash: '',
  statements,
})

const notAccepted = 'refuses rows that the build before writes'
const allRows = 'changes all rows at once; use a backfill with limit and returning'

describe('refused as not expand-only', () => {
  test.each([
    ['ALTER TABLE "bookings" DROP COLUMN "remarks"', 'drops what may be in use'],
    ['DROP TABLE "urn_requests"', 'drops what may be in use'],
    ['ALTER TABLE "users" RENAME COLUMN "full_name" TO "name"', 'renames'],
    ['ALTER TABLE "users" RENAME TO "people"', 'renames'],
    ['ALTER TABLE "payments" ALTER COLUMN "amount_cents" SET DATA TYPE bigint', 'changes a type'],
    ['alter table payments alter column amount_cents type bigint', 'changes a type'],
    ['ALTER TABLE "bookings" ALTER COLUMN "remarks" SET NOT NULL', notAccepted],
    ['ALTER TABLE "bookings" ADD COLUMN "origin" text NOT NULL', notAccepted],
    ['ALTER TABLE "bookings" ALTER COLUMN "version" DROP DEFAULT', notAccepted],
    ['CREATE UNIQUE INDEX "users_one_phone" ON "users" USING btree ("contact_key")', notAccepted],
    ['ALTER TABLE "users" ADD CONSTRAINT "users_adult" CHECK (dob < now())', notAccepted],
    ['ALTER TABLE "bookings" ADD COLUMN "key" uuid DEFAULT gen_random_uuid()', 'writes a large table again'],
    [
      'CREATE INDEX "bookings_by_day" ON "bookings" USING btree ("created_at")',
      'locks a large table; use create index concurrently',
    ],
    ['UPDATE "bookings" SET "remarks" = 1', allRows],
    ['update bookings set remarks = 1 where remarks is null -- backfill', allRows],
    ['DELETE FROM "outbox"', allRows],
  ])('%s', (statement, reason) => {
    expect(findContractSteps([makeMigration(statement)])).toEqual([
      `0099_test ${reason}: ${statement.replace(/ --.*/, '')}`,
    ])
  })

  test('a concurrent index beside another statement, because an interrupted migration is repeated', () => {
    const statements = [
      'ALTER TABLE "users" ADD COLUMN "seen" date',
      'CREATE INDEX CONCURRENTLY "x" ON "users" ("seen")',
    ]
    expect(findContractSteps([makeMigration(...statements)])).toEqual([
      '0099_test has a backfill or a concurrent index, which needs a migration of its own',
    ])
  })
})

describe('accepted as expand-only', () => {
  test.each([
    ['a nullable column', ['ALTER TABLE "bookings" ADD COLUMN "origin" text']],
    ['a column with a default', ['ALTER TABLE "bookings" ADD COLUMN "origin" text DEFAULT \'web\' NOT NULL']],
    [
      'a random default in a small table',
      ['ALTER TABLE "sessions" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL'],
    ],
    ['an index on a small table', ['CREATE INDEX "sessions_by_key" ON "sessions" USING btree ("key")']],
    [
      'a new table with its own rules',
      [
        'CREATE TABLE "visits" ("visit_id" uuid PRIMARY KEY NOT NULL, "day" date NOT NULL)',
        'ALTER TABLE "visits" ADD CONSTRAINT "visits_day" CHECK (day > now())',
        'CREATE UNIQUE INDEX "visits_one_a_day" ON "visits" USING btree ("day")',
        'ALTER TABLE "visits" ALTER COLUMN "day" DROP DEFAULT',
      ],
    ],
    [
      'a rule for a new column',
      [
        'ALTER TABLE "users" ADD COLUMN "floor" integer',
        'ALTER TABLE "users" ADD CONSTRAINT "users_floor" CHECK ("users"."floor" > 0)',
      ],
    ],
    [
      'a list of values that grows',
      [
        'ALTER TABLE "urn_requests" DROP CONSTRAINT "urn_requests_status_known"',
        'ALTER TABLE "urn_requests" ADD CONSTRAINT "urn_requests_status_known" CHECK ("status" in (\'Open\', \'Late\'))',
      ],
    ],
    [
      'an index that is built while the table is in use',
      ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "x" ON "bookings" ("created_at")'],
    ],
    [
      'a backfill',
      [
        '-- backfill\nupdate users set floor = 1 where user_id in (select user_id from users where floor is null limit 500) returning 1',
      ],
    ],
    ['dropping an index', ['DROP INDEX "bookings_pending"']],
  ])('%s', (_what, statements) => {
    expect(findContractSteps([makeMigration(...statements)])).toEqual([])
  })
})
