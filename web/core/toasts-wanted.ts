let resolve = () => {}
const promise = new Promise<void>((done) => {
  resolve = done
})

/** Resolves once a page that may raise a toast has loaded. It is not in `toast.tsx`, because importing that loads the library. */
export const toastsWanted = { promise, resolve }
