let resolve = () => {}
const promise = new Promise<void>((done) => {
  resolve = done
})

/** Resolved once a page that may raise a toast has loaded. Not in `toast.tsx`, because importing that loads the library. */
export const toastsWanted = { promise, resolve }
