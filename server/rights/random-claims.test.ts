import { and, asc, eq, gt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import type { RightEvent } from '#contract/rights/transitions.ts'
import { rightClaims, rightHolders, rightMoves, rightObjections, rights, users } from '#server/database/schema.ts'
import { createRandom } from '#server/seed/seeded-random.ts'
import { codeOf } from '#test/caller.ts'
import { addHolder, askClaim, confirmAs, makeRight, object, postLetters, shownHolder } from '#test/right-factory.ts'
import { findInvariantsOfRights } from '#test/rights.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp()
const father = prepareCaller(testApp, 'user')
/** The aunt holds the right too, by her number, and the nephew asks for it. All four are staff. */
const staff = {
  clerk: prepareCaller(testApp, 'staff'),
  colleague: prepareCaller(testApp, 'staff'),
  aunt: prepareCaller(testApp, 'staff'),
  nephew: prepareCaller(testApp, 'staff'),
}
type Name = keyof typeof staff
/** Whoever is no party acts more often, or hardly anything would be decided. */
const names: readonly Name[] = ['clerk', 'clerk', 'colleague', 'colleague', 'aunt', 'nephew']
const reason = 'A test'

/** What may happen to a right while an objection is open. A claim that is withdrawn ends, too. */
const allowedWhileBlocked: readonly RightEvent[] = [
  'claim',
  'consent',
  'endClaim',
  'object',
  'endObjection',
  'noteDeath',
  'retractDeath',
]

/** The walks take long, and the engine decides nothing in them. */
test.each(onPostgres ? [22, 23] : [22])(
  'over random claims, objections, deaths and changes of holders (%i) no party decides, and a blocked right keeps its holders',
  async (seed) => {
    const { db, vault, config } = testApp.context
    config.mode = 'production'
    const random = createRandom(seed)
    const { number, rightID, nicheID } = await makeRight(testApp.context, father.person)
    const numberOf = async (name: Name) => {
      const [account] = await db.select().from(users).where(eq(users.userID, staff[name].person.userID))
      return vault.openText(account?.nricSealed ?? Buffer.of())
    }
    const numbers = { aunt: await numberOf('aunt'), nephew: await numberOf('nephew') }
    await addHolder(testApp.context, rightID, 'Tan Ah Lian', '1 Hill Street')
    await db
      .update(rightHolders)
      .set({ nricSealed: vault.seal(numbers.aunt) })
      .where(and(eq(rightHolders.rightID, rightID), eq(rightHolders.name, 'Tan Ah Lian')))

    const listHolders = () =>
      db.select().from(rightHolders).where(eq(rightHolders.rightID, rightID)).orderBy(asc(rightHolders.holderID))
    const listClaims = () =>
      db.select().from(rightClaims).where(eq(rightClaims.rightID, rightID)).orderBy(asc(rightClaims.askedAt))
    const listOpen = () =>
      db
        .select()
        .from(rightObjections)
        .where(and(eq(rightObjections.rightID, rightID), eq(rightObjections.state, 'open')))
    const countDecided = async () => (await listClaims()).filter(({ state }) => state.startsWith('decided')).length
    const isOfNephew = ({ email }: { email: string | null }) => email === staff.nephew.person.email

    /** Who is a party, said anew here: holders by their number, and the claimants of these claims and of open ones. */
    async function isParty(name: Name, claims: readonly { email: string | null }[] = []) {
      if (name === 'clerk' || name === 'colleague') return false
      const held = (await listHolders()).some(
        ({ nricSealed }) => nricSealed && vault.openText(nricSealed) === numbers[name],
      )
      const open = (await listClaims()).filter(({ state }) => state === 'asked')
      return held || (name === 'nephew' && [...claims, ...open].some(isOfNephew))
    }

    /** Whoever asked for what a second person confirms, by its subject. */
    const askers = new Map<string, Name>()
    const seen = new Set<string>()
    /** One act by one person, with the claims that it is about. What a party does must not be done. */
    async function act(
      name: Name,
      claims: readonly { email: string | null }[],
      call: () => Promise<Parameters<typeof codeOf>[0]>,
    ) {
      const party = await isParty(name, claims)
      const code = codeOf(await call())
      seen.add(code)
      if (party) expect([code, name]).not.toEqual(['done', name])
      return code
    }
    async function ask(
      name: Name,
      subject: string,
      claims: Parameters<typeof act>[1],
      call: Parameters<typeof act>[2],
    ) {
      if (['done', 'SECOND_PERSON_ASKED'].includes(await act(name, claims, call))) askers.set(subject, name)
    }
    async function confirm(subject: string, claims: readonly { email: string | null }[]) {
      const [asker, name] = [askers.get(subject), random.pick(names)]
      if (!asker || asker === name) return
      const partyAsked = await isParty(asker, claims)
      const code = await act(name, claims, () => confirmAs(staff[name], subject))
      if (code !== 'done') return
      askers.delete(subject)
      expect([partyAsked, asker]).toEqual([false, asker])
    }

    const acts = {
      claim: async (name: Name) => {
        const [holder] = await listHolders()
        const isNephew = random.chance(0.4)
        const own = { name: 'Tan Boon Hock', nric: numbers.nephew, email: staff.nephew.person.email }
        const claim = {
          ...(isNephew ? own : { name: 'Tan Mei', nric: '', email: 'mei@test.example' }),
          kind: random.pick(['succession', 'succession', 'transfer'] as const),
          holderIDs: [holder?.holderID ?? 0],
        }
        await act(name, [claim], () => askClaim(staff[name], number, claim))
      },
      consent: async (name: Name) => {
        const claim = (await listClaims()).find(({ state }) => state === 'asked')
        if (!claim) return
        for (const { holderID } of await listHolders()) {
          const body = { claimID: claim.claimID, holderID, consent: 'Signed.' }
          await act(name, [claim], () => staff[name].call(claimApi.recordConsent, { body }))
        }
      },
      withdraw: async (name: Name) => {
        const claim = (await listClaims()).at(-1)
        if (claim && random.chance(0.3))
          await act(name, [claim], () =>
            staff[name].call(claimApi.withdraw, { body: { claimID: claim.claimID, reason } }),
          )
      },
      decide: async (name: Name) => {
        const claim = (await listClaims()).filter(({ state }) => state === 'asked').at(0)
        if (!claim) return
        const { claimID } = claim
        const body = { claimID, isFor: random.chance(0.9), reason }
        await ask(name, claimID, [claim], () => staff[name].call(claimApi.decide, { body }))
        await confirm(claimID, [claim])
      },
      object: async (name: Name) => {
        if ((await listOpen()).length > 0 && random.chance(0.7)) return
        if (random.chance(0.5)) await act('clerk', [], () => object(staff.clerk, number))
        else seen.add(codeOf(await father.call(claimApi.object, { body: { number, words: `No, ${name}` } })))
      },
      endObjection: async (name: Name) => {
        const [open] = await listOpen()
        if (!open) return
        const subject = String(open.objectionID)
        const body = { objectionID: open.objectionID, as: 'settled' as const, reason }
        const claims = await listClaims()
        await ask(name, subject, claims, () => staff[name].call(claimApi.endObjection, { body }))
        await confirm(subject, claims)
      },
      addHolder: async (name: Name) => {
        const body = { number, name: 'Goh Siew Eng', address: '3 Low Lane', reason }
        await ask(name, number, [], () => staff[name].call(rightApi.saveHolder, { body }))
        await confirm(number, [])
      },
      removeHolder: async (name: Name) => {
        const holderID = (await listHolders()).at(-1)?.holderID ?? 0
        const body = { ...(await shownHolder(staff.clerk, number, holderID)), reason }
        await ask(name, number, [], () => staff[name].call(rightApi.removeHolder, { body }))
        await confirm(number, [])
      },
      death: async (name: Name) => {
        const { holderID, deathRecordedAt } = random.pick(await listHolders())
        /** A death that is taken back keeps the right from passing on. */
        if (deathRecordedAt && random.chance(0.7)) return
        const shown = await shownHolder(staff.clerk, number, holderID)
        const body = { ...shown, diedOn: '', toldBy: 'his son', reason }
        const call = deathRecordedAt ? rightApi.retractDeath : rightApi.recordDeath
        await act(name, [], () => staff[name].call(call, { body }))
      },
      /** Sessions do not last so long, and a second factor is too old then. */
      wait: async () => {
        await postLetters(staff.clerk)
        testApp.advanceTime(random.pick([1, 15, 16]) * dayMs)
        for (const each of [father, ...Object.values(staff)]) Object.assign(each, await testApp.signIn(each.person))
      },
    }

    /** What takes two people is tried more often. */
    const kinds = [
      ...(Object.keys(acts) as (keyof typeof acts)[]),
      'decide',
      'decide',
      'decide',
      'consent',
      'endObjection',
      'endObjection',
      'wait',
    ] as const
    for (let step = 0; step < 100; step++) {
      testApp.advanceTime(1000)
      const [isBlocked, before, decided] = [(await listOpen()).length > 0, await listHolders(), await countDecided()]
      const last = await db
        .select()
        .from(rightMoves)
        .where(eq(rightMoves.rightID, rightID))
        .orderBy(asc(rightMoves.moveID))
      await acts[random.pick(kinds)](random.pick(names))
      const moves = await db
        .select()
        .from(rightMoves)
        .where(and(eq(rightMoves.rightID, rightID), gt(rightMoves.moveID, last.at(-1)?.moveID ?? 0)))
      for (const { event } of moves) seen.add(event)
      if (isBlocked) {
        expect(moves.map(({ event }) => event).filter((event) => !allowedWhileBlocked.includes(event))).toEqual([])
        expect(await countDecided()).toBe(decided)
        expect((await listHolders()).map(({ holderID }) => holderID)).toEqual(before.map(({ holderID }) => holderID))
      }
      expect(await db.$count(rights, and(eq(rights.nicheID, nicheID), eq(rights.state, 'living')))).toBe(1)
      expect(await findInvariantsOfRights(db)).toEqual({})
    }
    /** The walk has met what it is about. */
    expect([...seen]).toEqual(
      expect.arrayContaining(['object', 'endObjection', 'passOn', 'CLAIM_OF_OWN', 'RIGHT_BLOCKED']),
    )
  },
  240_000,
)
