import type { Role } from '../roles.ts'

/** How long a second factor counts for a confirmation or a signature. */
export const factorMinutes = 15
/** The longest round of placements that one second factor counts for. */
export const roundMinutes = 120

interface GuardedAct {
  /** Completes the sentence 'Two people are needed for ...'. */
  label: string
  /** The roles that may begin it, or whose part in it somebody else has to judge. */
  first: readonly Role[]
  /** The roles that may complete it. */
  second: readonly Role[]
  /** The minutes that the first person's part waits for the second; if null, it waits until it is withdrawn or ended. */
  minutes: number | null
  /** The second factor that the second person needs: a recent one, or the one that began a round of placements. */
  factor: 'recent' | 'round'
  /**
   * The roles that may withdraw what others have begun. Suspending, demoting or closing the account of the first person always ends it, and
   * so do resetting their second factor and undoing a change of their email address.
   */
  withdrawnBy: readonly Role[]
  /** One of the two people is an admin. */
  oneIsAdmin?: true
  /** Its subject is an account, whose owner is not the second person. */
  isAboutAccount?: true
  /** The request says something about a person, as requests about accounts do. That is removed once the request has ended. */
  isPersonal?: true
  /** All admins get a letter when it is asked for, and another that says what became of it. */
  tellsAdmins?: true
  /** After an old register was imported this is done all day, so admins read only of the first one that a person does alone in a day. */
  isFrequent?: true
}

const staff = ['staff', 'admin'] as const
/** A witness is only ever the second person. */
const atTheWall = ['staff', 'admin', 'witness'] as const
/** Their calls use `guard`: one admin does them alone in the demo, in a small house, and where nobody else could confirm them. */
const byAdmins = {
  first: ['admin'],
  second: ['admin'],
  minutes: 24 * 60,
  factor: 'recent',
  withdrawnBy: [],
  tellsAdmins: true,
} as const
/** Waits until it is signed, withdrawn or ended. */
const signed = { first: staff, second: staff, minutes: null, factor: 'recent', withdrawnBy: staff } as const
const signedInADay = { ...signed, minutes: 24 * 60, withdrawnBy: [] } as const
const byClerks = { first: ['staff'], second: ['staff'], minutes: null, factor: 'recent', withdrawnBy: [] } as const
const move = { first: staff, second: atTheWall, minutes: 15, factor: 'recent', withdrawnBy: [] } as const

/** Everything that one person cannot do alone. The rules are in `server/second-person`. */
export const guardedActs = {
  place: { ...move, label: 'placing an urn', factor: 'round' },
  takeOut: { ...move, label: 'taking an urn out of its niche' },
  release: { ...move, label: 'releasing an urn' },
  disprove: { ...move, label: 'recording that a listed urn is not in its niche' },
  see: { ...move, label: 'recording that a listed urn is in its niche' },
  withdrawLoss: { ...signed, label: 'withdrawing a report of lost documents' },
  correctEntry: {
    ...signedInADay,
    label: 'correcting what an urn is compared with, or the holder, in an old register',
    isPersonal: true,
    isFrequent: true,
  },
  changeNumber: {
    ...signedInADay,
    label: 'changing the number of a cremation certificate after its urn was received',
    isPersonal: true,
  },
  changeHolders: { ...signedInADay, label: 'adding, correcting or removing a holder of a right', isPersonal: true },
  decideClaim: { ...signedInADay, label: 'deciding who follows a holder of a right', isPersonal: true },
  endObjection: {
    ...signedInADay,
    label: 'recording that an objection to what is to happen with a right is withdrawn or settled',
    second: atTheWall,
    isPersonal: true,
  },
  clearNiche: {
    ...signedInADay,
    label: 'letting the urns of a right that has ended be taken to a shelf',
    oneIsAdmin: true,
  },
  stockTake: { ...signed, label: 'a stock-take', second: atTheWall },
  cashUp: { ...signed, label: 'a cash-up', first: ['staff'] },
  returnMoney: { ...byClerks, label: 'giving money back at the counter' },
  recordTransfer: { ...byClerks, label: 'recording the transfer of a bill' },
  settleProblem: {
    ...byClerks,
    label: 'settling a card payment by hand above the amount of the house',
    minutes: 24 * 60,
  },
  archive: {
    ...byClerks,
    label: 'archiving a booking whose urn was not released to the family',
    minutes: 24 * 60,
  },
  endApproved: {
    ...byClerks,
    label: 'denying or releasing a booking that had been approved',
    minutes: 24 * 60,
    isPersonal: true,
  },
  waiveCharge: { ...byClerks, label: 'waiving a charge above the amount of the house', minutes: 24 * 60 },
  refundCharges: {
    ...byClerks,
    label: 'refunding charges above the amount of the house for waivers',
    minutes: 24 * 60,
  },
  settleMismatch: {
    ...signed,
    label: 'settling a mismatch',
    first: ['admin'],
    second: atTheWall,
    withdrawnBy: ['admin'],
  },
  settleDifference: { ...signed, label: 'settling a difference of a stock-take', second: atTheWall },
  makeAdmin: { ...byAdmins, label: 'making somebody an admin', isAboutAccount: true },
  inviteAdmin: { ...byAdmins, label: 'inviting an admin' },
  resetFactor: { ...byAdmins, label: 'resetting the second factor of somebody else', isAboutAccount: true },
  liftSuspension: {
    ...byAdmins,
    label: 'lifting a suspension',
    isAboutAccount: true,
    second: ['admin', 'witness'],
  },
  publishDraft: { ...byAdmins, label: 'publishing a new block where an undone import had an urn' },
  publishBlocks: { ...byAdmins, label: 'publishing a block with urns of a register' },
  freeNiche: { ...byAdmins, label: 'making a niche available where an undone import had an urn' },
  retireNiches: { ...byAdmins, label: 'retiring niches of a block with urns of a register' },
  undoImport: { ...byAdmins, label: 'undoing an import that brought people or urns' },
} as const satisfies Record<string, GuardedAct>

export type ActName = keyof typeof guardedActs

/** What the two people of these do is in tables of their own. */
const inOwnTables = [
  ...['place', 'takeOut', 'release', 'disprove', 'see'],
  ...['stockTake', 'cashUp', 'returnMoney', 'recordTransfer'],
] as const satisfies readonly ActName[]
/** All others are stored as a request until a second person confirms them. */
export type RequestedAct = Exclude<ActName, (typeof inOwnTables)[number]>
export const requestedActs = (Object.keys(guardedActs) as ActName[]).filter(
  (act): act is RequestedAct => !inOwnTables.some((other) => other === act),
)

export const ruleOf = (act: ActName): GuardedAct => guardedActs[act]

export const requestOutcomes = ['open', 'done', 'withdrawn', 'expired', 'ended'] as const
