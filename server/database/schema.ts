/** All tables, by domain; migrations are generated from here. */
export * from './schema/accounts.ts'
export * from './schema/bookings.ts'
export * from './schema/house.ts'
export * from './schema/installation.ts'
export * from './schema/mail-audit-stats.ts'
export * from './schema/niches.ts'
export * from './schema/payments.ts'
export * from './schema/privacy.ts'
