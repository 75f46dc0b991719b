let resolve = () => {}
const promise = new Promise<void>((done) => {
  resolve = done
})

/** Settles when a page has loaded that may raise a toast. Not in `toast.ts`, which loads the library. */
export const toastsWanted = { promise, resolve }
