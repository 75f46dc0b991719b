/** The distance that a pointer may move between press and release. If it moves further, the person has drawn it away in order not to press. */
const stillPx = 4

const controls = 'button, a, summary, label, input, [role=option]'

/** A press counts for the control where it began, also if what loaded meanwhile has moved that from under the pointer. */
export function keepPresses() {
  let pressed: { control: HTMLElement; x: number; y: number } | undefined
  addEventListener('mousedown', ({ target, button, clientX: x, clientY: y }) => {
    const control = target instanceof Element && target.closest<HTMLElement>(controls)
    pressed = control && button === 0 ? { control, x, y } : undefined
  })
  addEventListener('mouseup', ({ target, clientX, clientY }) => {
    if (!pressed || !(target instanceof Node) || pressed.control.contains(target)) return
    if (Math.hypot(clientX - pressed.x, clientY - pressed.y) <= stillPx) pressed.control.click()
  })
}
