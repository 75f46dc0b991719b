export type Goal = { atMost: number } | { atLeast: number }

/** Figures that share a row of the table in `docs/MEASURED.md`. */
export interface FigureRow {
  goals: Record<string, Goal>
  meaning: string
  /** Why a goal is missed, by figure. */
  shortfalls?: Record<string, string>
  /** Why they are not in `figures.json` yet. */
  notMeasured?: string
}

/** What the README shows of the figures, by name. */
export type Headlines = Readonly<Record<string, string>>

/** The rows of each bench. */
export type Declared = Record<string, readonly FigureRow[]>

/**
 * Every figure of every bench and proof, with its goal. A goal that is missed needs a sentence in `shortfalls`, which `docs/MEASURED.md` prints.
 * After a change here: `npm run bench -- table`.
 */
export const figures = {
  web: [
    {
      goals: {
        'web.landing_performance': { atLeast: 95 },
        'web.login_performance': { atLeast: 95 },
        'web.register_performance': { atLeast: 95 },
      },
      meaning: 'Lighthouse performance of three pages, as a phone on a slow network',
    },
    {
      goals: {
        'web.accessibility': { atLeast: 100 },
        'web.best_practices': { atLeast: 100 },
        'web.seo': { atLeast: 100 },
      },
      meaning: 'other scores of Lighthouse, of the worst of these pages',
    },
    {
      goals: { 'web.layout_shift': { atMost: 0.01 } },
      meaning: 'how much the worst of these pages moves while it loads',
    },
  ],
  map: [
    {
      goals: { 'map.vs_bare': { atMost: 1.25 } },
      meaning:
        'time from the data of 2,000 niches to the visible ones painted, against a plain table of 2,000 words in the same browser',
    },
  ],
  niches: [
    {
      goals: { 'niches.vs_bare': { atLeast: 0.75 }, 'niches.spread_vs_bare': { atLeast: 0.75 } },
      meaning:
        'reads of one block on 32 connections, and with each caller going from block to block, against a bare node:http server with the same SELECT',
      shortfalls: {
        'niches.spread_vs_bare':
          'a reply that nobody shares costs sending, reading rows and looking up the session; decision 80 has the profile.',
      },
    },
    {
      goals: { 'niches.growth_1m': { atMost: 2 } },
      meaning: 'how much slower reads of one block are with 1,000,000 niches than with 2,304',
    },
  ],
  bookings: [
    {
      goals: { 'bookings.vs_bare': { atLeast: 0.75 } },
      meaning: 'submitting a booking with a 12 kB certificate, against the same SQL statements sent with pg alone',
      shortfalls: {
        'bookings.vs_bare':
          'the commit that had measured 0.79 on another machine gave 0.63 on one like this; decision 80 has the profile.',
      },
    },
    { goals: { 'uploads.peak_mb': { atMost: 512 } }, meaning: 'server memory with fifty concurrent 5 MB uploads' },
  ],
  uploads: [
    {
      goals: { 'uploads.healthz_p99_ms': { atMost: 100 }, 'uploads.hostile_peak_mb': { atMost: 512 } },
      meaning:
        '99 in 100 replies of `/healthz` came within this many milliseconds, and server memory, while twenty hostile certificates of 5 MB arrive at once',
    },
  ],
  logins: [
    {
      goals: { 'logins.healthz_p50_ms': { atMost: 50 } },
      meaning: 'milliseconds that `/healthz` takes, in the median, while 20 people a second log in with both factors',
    },
  ],
  staff: [
    {
      goals: {
        'staff.search_growth': { atMost: 2 },
        'staff.pending_growth': { atMost: 2 },
        'staff.approval_growth': { atMost: 2 },
        'staff.stats_growth': { atMost: 2 },
      },
      meaning: 'latency with 1,000,000 bookings, relative to 10,000',
    },
    {
      goals: { 'approval.bytes_ratio': { atMost: 1.05 } },
      meaning: 'bytes sent per byte of a certificate',
    },
  ],
  urns: [
    {
      goals: { 'find.growth': { atMost: 2 } },
      meaning: 'latency of Find someone with 100,000 people in their niches, relative to 1,000',
    },
    {
      goals: { 'register.growth': { atMost: 2 } },
      meaning:
        'latency of the list of urns with 100,000 urns, relative to 1,000: a page, and searches by name, tag, niche and certificate number; the slowest growth of the five',
    },
  ],
  halls: [
    {
      goals: {
        'halls.publish_ms_postgres': { atMost: 1000 },
        'halls.reprice_ms_postgres': { atMost: 1000 },
        'halls.retire_ms_postgres': { atMost: 1000 },
      },
      meaning: 'milliseconds to publish, reprice and retire a block of 4,000 niches on PostgreSQL',
    },
    {
      goals: {
        'halls.publish_ms_embedded': { atMost: 1000 },
        'halls.reprice_ms_embedded': { atMost: 1000 },
        'halls.retire_ms_embedded': { atMost: 1000 },
      },
      meaning: 'the same on the embedded engine',
    },
  ],
  import: [
    {
      goals: { 'import.vs_copy': { atLeast: 0.25 }, 'import.peak_mb': { atMost: 512 } },
      meaning:
        '`register:import` of 100,000 niches and 60,000 people with its dry run, against COPY of the same rows into tables with the same indexes; memory of the command',
      shortfalls: {
        'import.vs_copy':
          'the same code gave 0.27 in another sitting, and its rounds 0.24 to 0.32: the goal lies within what the machine varies. Decision 80 has the profile.',
      },
    },
  ],
  journeys: [
    {
      goals: {
        'phone.taps': { atMost: 25 },
        'phone.fields': { atMost: 20 },
        'phone.waits': { atMost: 6 },
        'phone.seconds': { atMost: 4 },
      },
      meaning: 'taps, fields, waits and their seconds: a daughter on a phone, from the landing page to the receipt',
      shortfalls: {
        'phone.seconds':
          'the commit that had measured 4.1 gave 4.6 on a machine like this, too. In a profile on a slower machine, 1.9 of 4.9 s were the map of a visitor, whose code and niches come over the mobile network, and 0.8 s each the pages after the password and after the code.',
      },
    },
    {
      goals: {
        'queue.taps': { atMost: 61 },
        'queue.fields': { atMost: 0 },
        'queue.waits': { atMost: 2 },
        'queue.seconds': { atMost: 2 },
      },
      meaning: 'taps, fields, waits and their seconds: a clerk with 60 pending bookings',
    },
    {
      goals: {
        'counter.taps': { atMost: 15 },
        'counter.fields': { atMost: 5 },
        'counter.waits': { atMost: 1 },
        'counter.seconds': { atMost: 0.5 },
      },
      meaning: 'taps, fields, waits and their seconds: a known family at the counter',
    },
    {
      goals: {
        'release.taps': { atMost: 2 },
        'release.fields': { atMost: 1 },
        'release.waits': { atMost: 1 },
        'release.seconds': { atMost: 0.5 },
      },
      meaning: 'taps, fields, waits and their seconds: an admin who looks for who released a niche',
    },
    {
      goals: {
        'day.taps': { atMost: 4 },
        'day.fields': { atMost: 0 },
        'day.pixels': { atMost: 600 },
      },
      meaning: 'taps, fields and scrolled pixels: a family on a phone chooses the day of the placement',
    },
    {
      goals: {
        'denial.taps': { atMost: 3 },
        'denial.fields': { atMost: 2 },
        'denial.pixels': { atMost: 1000 },
      },
      meaning:
        'taps, fields and scrolled pixels: a clerk finds one of 60 bookings, writes why it is denied and reads the letter',
    },
    {
      goals: {
        'drawer.taps': { atMost: 2 },
        'drawer.fields': { atMost: 2 },
        'drawer.pixels': { atMost: 700 },
      },
      meaning: 'taps, fields and scrolled pixels: a clerk counts the drawer, and a second person signs',
    },
    {
      goals: {
        'placement.taps': { atMost: 18 },
        'placement.fields': { atMost: 1 },
        'placement.pixels': { atMost: 2600 },
      },
      meaning:
        'taps, fields and scrolled pixels: an urn is received at the counter, and two people with phones place it',
    },
    {
      goals: {
        'stock_take.taps': { atMost: 18 },
        'stock_take.fields': { atMost: 0 },
        'stock_take.pixels': { atMost: 31000 },
      },
      meaning: 'taps, fields and scrolled pixels: two people with phones count a block of 84 urns',
    },
    {
      goals: {
        'new_house.taps': { atMost: 9 },
        'new_house.fields': { atMost: 4 },
        'new_house.pixels': { atMost: 1700 },
      },
      meaning: 'taps, fields and scrolled pixels: an admin of an empty house publishes its first block',
    },
  ],
  failover: [
    {
      goals: {
        'failover.lost': { atMost: 0 },
        'failover.resumed_s': { atMost: 10 },
        'failover.acknowledged': { atLeast: 100 },
      },
      meaning:
        'bookings and payments that were acknowledged and are lost after the primary was killed and its synchronous standby promoted; seconds until the next sale; how many were acknowledged',
    },
  ],
  restore: [
    {
      goals: {
        'restore.lost': { atMost: 0 },
        'restore.to_a_point_lost': { atMost: 0 },
        'restore.acknowledged': { atLeast: 50 },
      },
      meaning:
        'bookings and payments that were acknowledged before a backup under load began, or before a point in the archived log, and are lost after restoring to it; how many were acknowledged by then',
    },
  ],
  replicas: [
    {
      goals: {
        'replicas.unanswered_at_restarts': { atMost: 0 },
        'replicas.faults': { atMost: 0 },
        'replicas.broken_calls': { atMost: 0 },
        'replicas.late_on_maps': { atMost: 0 },
        'replicas.wrong_on_maps': { atMost: 0 },
        'replicas.acknowledged': { atLeast: 500 },
      },
      meaning:
        'three servers of the previous release behind nginx are replaced one after the other while a house works: calls without an answer while the new ones restart one after the other; then they are killed, and at the end all of it: writes that were acknowledged and are lost, broken invariants and letters not sent once; calls that got 500; niches that an open map showed wrongly two seconds after it reconnected; niches that a map would have gone on showing wrongly; how many writes were acknowledged',
    },
  ],
  soak: [
    {
      goals: {
        'soak.heap': { atMost: 1 },
        'soak.rss': { atMost: 1 },
        'soak.handles': { atMost: 1 },
        'soak.files': { atMost: 1 },
        'soak.connections': { atMost: 1 },
        'soak.delay': { atMost: 1 },
        'soak.heap_uncertainty': { atMost: 1 },
        'soak.faults': { atMost: 0 },
      },
      shortfalls: {
        'soak.handles':
          'half of the 30 handles are the connections, and the line is uncertain by 2.9 % an hour, so this is no growth that can be told from none.',
        'soak.files':
          'a third of the 43 open files are the connections, and the line, of two thirds of a file an hour, is uncertain by 1.5 %.',
        'soak.connections':
          'with 15 or 16 connections the line is uncertain by 3.7 % an hour, so this is no growth that can be told from none.',
      },
      meaning:
        'by how many percent an hour something grows while a house works steadily for an hour, after ten minutes in which five times as many people warm the servers up, as a line fitted to all samples: memory in use after a garbage collection, memory of the process, handles, open files, connections to the database, and the average delay of the event loop; how certain the first of these is (95 %); broken invariants at the end',
    },
  ],
  browser: [
    {
      goals: {
        'browser.faults': { atMost: 0 },
        'browser.failures_seen': { atMost: 0 },
        'browser.restarts': { atLeast: 5 },
      },
      meaning:
        'five phones and two desktops, three of them in Chromium, three in Firefox and a phone in WebKit, act the day of a house, from the first booking to the drawer that two people sign, while two servers behind nginx restart one after the other: broken invariants and payments whose receipt was seen and that are lost; calls that got 500 to 504 and errors of scripts; how often a server restarted',
    },
  ],
  fuzz: [
    {
      goals: {
        'fuzz.calls': { atLeast: 200_000 },
        'fuzz.past_validation': { atLeast: 0.3 },
        'fuzz.rarest_exact_move': { atLeast: 100 },
        'fuzz.server_errors': { atMost: 0 },
        'fuzz.faults': { atMost: 0 },
      },
      meaning:
        'random calls and walks over the state tables; which share got past validation; how often the rarest of approving, paying, a webhook, a confirmed move of an urn, an import and another person in a niche succeeded; calls that got 500; broken invariants at the end',
    },
  ],
  faults: [
    {
      goals: {
        'faults.found': { atMost: 0 },
        'faults.letters_twice': { atMost: 0 },
        'faults.letters_twice_at_cuts': { atMost: 4 },
        'faults.broken_calls': { atMost: 0 },
        'faults.never_resumed': { atMost: 0 },
      },
      meaning:
        'while a house works, database, mail server and Stripe are slow, away, wrong or get everything twice, a clock jumps an hour and the disks of database and uploads are full: writes that are lost, broken invariants and letters that were not sent; letters that were sent twice although their first sender could read that the mail server had accepted them; letters that were sent twice, with the same Message-ID, because the connection was cut between, which SMTP cannot tell apart and of which two servers with two connections each have at most as many; calls that got 500; faults after which nothing was sold again within half a minute',
    },
  ],
  rush: [
    {
      goals: { 'rush.unsold': { atMost: 0 }, 'rush.faults': { atMost: 0 }, 'rush.refused_streams': { atMost: 0 } },
      meaning:
        'a hall of 4,000 niches is booked until it is sold out before 5,000 open maps on two servers: niches left over; broken invariants, a niche that was sold twice among them; maps that were refused',
    },
    {
      goals: {
        'rush.update_p99_ms': { atMost: 1000 },
        'rush.first_event_kb': { atMost: 150 },
        'rush.memory_kb': { atMost: 50 },
      },
      meaning:
        '99 in 100 changes were on the maps within this many milliseconds after the sale was answered; kB of the first event as it is sent; memory of the servers for each map',
    },
  ],
  naive: [
    {
      goals: {
        'vs_naive.block': { atLeast: 2 },
        'vs_naive.booking': { atLeast: 1 },
        'vs_naive.search': { atLeast: 1 },
        'vs_naive.pending': { atLeast: 1 },
        'vs_naive.approval': { atLeast: 1 },
      },
      meaning:
        'answers a second of the five busiest calls, against a server on the same schema as it is written in an afternoon with Express and pg',
      shortfalls: {
        'vs_naive.booking':
          'ours inspects the certificate in a thread, and writes history, audit log, statistics and letter with the booking; the other server does not. Decision 80 has the profile.',
        'vs_naive.approval':
          'ours records who reads which certificate before it is sent: 11 statements and two commits against three statements. Decision 80 has the profile.',
      },
    },
    {
      goals: {
        'vs_naive.sold_twice': { atMost: 0 },
        'vs_naive.naive_errors': { atLeast: 1 },
        'vs_naive.naive_sold_twice': { atLeast: 1 },
      },
      meaning:
        'fifty at once for each of twenty niches: niches that Columba sells twice; families who get an error 500 from that server, because the index of Columba refuses the second sale; niches that it sells more than once without the index',
    },
  ],
  scale: [
    {
      goals: {
        'scale.database_mb': { atMost: 25 },
        'scale.booking_kb': { atMost: 10 },
        'scale.connection_mb': { atMost: 10 },
        'scale.keys_without_operator': { atMost: 250 },
      },
      meaning:
        'what docs/SCALE.md counts with: an empty database; a booking with its niche and its person, without certificates; the memory of a connection; unique indexes and foreign keys that have no operator in them',
    },
  ],
  start: [
    {
      goals: { 'start.first_s': { atMost: 20 } },
      meaning: 'seconds of the first `npm start` in a fresh clone, with a warm npm cache',
      shortfalls: {
        'start.first_s':
          'npm writes 19,000 files, the build compresses its own, and the embedded engine creates a database; decision 80 has the profile.',
      },
    },
    {
      goals: { 'start.later_s': { atMost: 2 } },
      meaning: 'seconds of a later start',
    },
  ],
} satisfies Declared

type GoalsOf<Row> = Row extends { goals: infer Goals } ? keyof Goals : never

export type FigureName = GoalsOf<(typeof figures)[keyof typeof figures][number]>

/** The lines of the README. docs/MEASURED.md has every figure. */
export const headlines = {
  'web.landing_performance': 'Lighthouse performance of the landing page, as a phone on a slow network',
  'phone.seconds': 'seconds that a daughter on a phone waits, from the landing page to the receipt',
  'vs_naive.block': 'reads of a block a second, against a server written in an afternoon',
  'vs_naive.booking': 'bookings a second, against the same server',
  'vs_naive.sold_twice': 'niches sold twice, when fifty at once want each of twenty',
  'replicas.faults': 'writes lost or wrong, while three servers are replaced, restarted and killed',
  'failover.lost': 'bookings and payments lost, when the primary database is killed',
  'start.first_s': 'seconds of the first start in a fresh clone, with a warm npm cache',
} satisfies Partial<Record<FigureName, string>>
