import { pathTo } from '#contract/pages.ts'
import { countsText } from '#contract/registers/api.ts'
import { letter, link, oncePer } from '#server/mail/outbox.ts'

/** Written to every admin where no second person was asked. */
export const importUndoneLetter = (importID: string, removed: { niches: number; people: number }, by: string) =>
  letter(oncePer('import-undone', importID), 'An import that brought people or urns was undone', [
    `${by} has undone an import: ${countsText(removed)}, and the bookings, rights and urns that it brought.`,
    'Its urns may still be in their niches. Two admins are needed to open these niches again.',
    link('See the imports', pathTo('registers')),
    'If this is not right, talk to your colleagues and to whoever runs the server.',
  ])
