import { pathTo } from '#contract/pages.ts'
import { countsText } from '#contract/registers/counts-text.ts'
import type { Letter } from '#server/mail/outbox.ts'

interface Reader {
  userID: string
  email: string
  fullName: string
}

/** To every admin, because the command asks no second person. */
export const importUndoneLetter = (
  admin: Reader,
  importID: string,
  removed: { niches: number; people: number },
): Letter => ({
  to: admin.email,
  name: admin.fullName,
  kind: 'import-undone',
  subject: 'An import that brought urns was undone',
  paragraphs: [
    `The command register:import has undone an import: ${countsText(removed)}, and the urns that it brought.`,
    'The urns may still be in their niches. Two admins are needed to open these niches again.',
  ],
  action: { label: 'See the imports', path: pathTo('registers') },
  closing: ['If this is not right, talk to whoever runs the server.'],
  dedupeKey: `import-undone:${importID}:${admin.userID}`,
})
