import { type Mark, type MarkForm, spotOf } from '#contract/urns/stock-take.ts'
import { type StockTakeDetail, type StockTakeNiche, stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { callApi } from '#web/api/call-api.ts'
import { newID } from '#web/api/new-id.ts'
import { queryClient } from '#web/api/query-client.ts'
import { refresh, setCachedReply } from '#web/api/use-api.ts'
import { createOfflineQueue } from '#web/session/offline-queue.ts'

/** Marks that were not sent yet, keyed by `spotOf`. */
export const unsentMarks = createOfflineQueue<MarkForm>({
  draftName: 'stock-take',
  idOf: ({ requestID }) => requestID,
  send: (_, body) => callApi(stockTakeApi.mark, { body }),
  onAnswered: (_, mark, refusal) => {
    if (refusal) return refresh(stockTakeApi.detail, stockTakeApi.list)
    setCachedReply(stockTakeApi.detail, { params: { countID: mark.countID } }, (last) => last && withMark(last, mark))
    /** A list that is loading now may not have this mark yet, so it is loaded again. */
    return queryClient.isFetching({ queryKey: [stockTakeApi.detail.path] }) > 0 && refresh(stockTakeApi.detail)
  },
})

const withMark = (stockTake: StockTakeDetail, { finding, tag, ...marked }: MarkForm): StockTakeDetail => ({
  ...stockTake,
  niches: stockTake.niches.map((niche) =>
    spotOf(niche) === spotOf(marked) ? { ...niche, mark: { finding, tag } } : niche,
  ),
})

export const markNiche = (countID: string, { nicheID, expectedTag }: StockTakeNiche, mark: Mark) =>
  unsentMarks.add(spotOf({ nicheID, expectedTag }), { ...mark, countID, nicheID, expectedTag, requestID: newID() })
