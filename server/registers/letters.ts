import { pathTo } from '#contract/pages.ts'
import { countsText } from '#contract/registers/api.ts'
import { letter, link, oncePer } from '#server/mail/outbox.ts'

/** Written to every admin, because the command asks no second person. */
export const importUndoneLetter = (importID: string, removed: { niches: number; people: number }) =>
  letter(oncePer('import-undone', importID), 'An import that brought urns was undone', [
    `The command register:import has undone an import: ${countsText(removed)}, and the urns that it brought.`,
    'The urns may still be in their niches. Two admins are needed to open these niches again.',
    link('See the imports', pathTo('registers')),
    'If this is not right, talk to whoever runs the server.',
  ])
