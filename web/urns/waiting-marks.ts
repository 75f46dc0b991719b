import type { Mark, MarkForm } from '#contract/urns/stock-take.ts'
import { type StockTakeDetail, stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { callApi } from '#web/api/call-api.ts'
import { newID } from '#web/api/new-id.ts'
import { refresh, setCachedReply } from '#web/api/use-api.ts'
import { createOfflineQueue } from '#web/session/offline-queue.ts'

/** Keyed by niche ID. */
export const waitingMarks = createOfflineQueue<MarkForm>({
  draftName: 'stock-take',
  idOf: ({ requestID }) => requestID,
  send: (_, body) => callApi(stockTakeApi.mark, { body }),
  onAnswered: (_, mark, refusal) => {
    if (refusal) return refresh(stockTakeApi.detail, stockTakeApi.list)
    return setCachedReply(
      stockTakeApi.detail,
      { params: { countID: mark.countID } },
      (last) => last && withMark(last, mark),
    )
  },
})

const withMark = (stockTake: StockTakeDetail, { nicheID, finding, tag }: MarkForm): StockTakeDetail => ({
  ...stockTake,
  niches: stockTake.niches.map((niche) => (niche.nicheID === nicheID ? { ...niche, mark: { finding, tag } } : niche)),
})

export const markNiche = (countID: string, nicheID: string, mark: Mark) =>
  waitingMarks.add(nicheID, { ...mark, countID, nicheID, requestID: newID() })
