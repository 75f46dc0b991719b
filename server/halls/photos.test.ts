import { expect, test } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import { maxPhotosPerHall, type PhotoSize, photoApi, photoSizes } from '#contract/halls/photo-api.ts'
import { jpegSegment, makeJpeg, makePdf, makePng } from '#test/certificate-files.ts'
import { makeLevel } from '#test/hall-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')

const makePhoto = (width: number): Buffer => makeJpeg({ width, height: width / 2 })

const add = (buildingID: string, contents: Partial<Record<PhotoSize, Buffer>> = {}) => {
  const { small = makePhoto(480), large = makePhoto(1600) } = contents
  const files = { small: { name: 'small.jpg', content: small }, large: { name: 'large.jpg', content: large } }
  return admin.call(photoApi.add, { body: { buildingID, subject: 'light', caption: 'Morning' }, files })
}
const list = async (buildingID: string) =>
  (await testApp.anonymous.call(photoApi.list, { params: { buildingID } })).body
const load = (photoID: string, size: PhotoSize) =>
  testApp.app.inject({ url: `/api/photos/photo?photoID=${photoID}&size=${size}`, headers: { host: 'localhost' } })

test('visitors see the photographs of a hall in two sizes, until an admin removes them', async () => {
  const { buildingID } = await makeLevel(admin)
  expect((await add(buildingID)).status).toBe(200)
  const [photo] = await list(buildingID)
  expect(photo).toEqual({ photoID: expect.any(String), subject: 'light', caption: 'Morning' })
  const photoID = photo?.photoID ?? ''
  for (const size of ['small', 'large'] as const) {
    const { rawPayload, headers } = await load(photoID, size)
    expect(rawPayload).toEqual(makePhoto(photoSizes[size]))
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
    })
  }
  for (const _ of ['removed', 'removed again'])
    expect((await admin.call(photoApi.remove, { body: { photoID } })).status).toBe(200)
  expect([await list(buildingID), (await load(photoID, 'large')).statusCode]).toEqual([[], 404])
  expect((await testApp.auditEntries({ subject: buildingID })).map(({ action }) => action)).toEqual([
    'hall.added',
    'hall.photo_added',
    'hall.photo_removed',
  ])
})

test('what a camera writes beside the pixels of a photograph is not kept', async () => {
  const { buildingID } = await makeLevel(admin)
  const plain = makePhoto(1600)
  const [start, rest] = [plain.subarray(0, 2), plain.subarray(2)]
  const taken = Buffer.concat([
    start,
    jpegSegment(0xe1, [...Buffer.from('Exif\0\0 1.3521 N 103.8198 E')]),
    jpegSegment(0xed, [...Buffer.from('Photoshop 3.0')]),
    jpegSegment(0xfe, [...Buffer.from('by the sacristan')]),
    rest,
    makePhoto(64),
    Buffer.alloc(100),
  ])
  expect((await add(buildingID, { large: taken })).status).toBe(200)
  const [photo] = await list(buildingID)
  expect((await load(photo?.photoID ?? '', 'large')).rawPayload).toEqual(plain)
})

test.each([
  ['a PNG', { large: makePng() }],
  ['a PDF', { large: makePdf('A letterhead') }],
  ['half a JPEG', { large: makePhoto(1600).subarray(0, 400) }],
  ['a page that begins like a JPEG', { large: Buffer.from('\xff\xd8<script>alert(1)</script>', 'latin1') }],
  ['a JPEG of 1,601 pixels', { large: makeJpeg({ width: 1601 }) }],
  ['a small one of 481 pixels', { small: makeJpeg({ width: 481 }) }],
  ['a JPEG of more than 512 kB', { large: Buffer.concat([makePhoto(1600), Buffer.alloc(512 * 1024)]) }],
])('%s is refused as a photograph', async (_, contents) => {
  const { buildingID } = await makeLevel(admin)
  const { status, refusal } = await add(buildingID, contents)
  expect([status, Object.keys(refusal.errors ?? {}), await list(buildingID)]).toEqual([400, ['large'], []])
})

test('a hall has at most twelve photographs, also when they are sent at once', async () => {
  const { buildingID } = await makeLevel(admin)
  const replies = await Promise.all(Array.from({ length: maxPhotosPerHall + 3 }, () => add(buildingID)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(maxPhotosPerHall)
  expect(await list(buildingID)).toHaveLength(maxPhotosPerHall)
})

test('a hall that was never used is deleted with its photographs', async () => {
  const { buildingID } = await makeLevel(admin)
  await add(buildingID)
  expect((await admin.call(hallApi.deleteHall, { body: { buildingID } })).status).toBe(200)
  expect((await add(buildingID)).status).toBe(404)
})
