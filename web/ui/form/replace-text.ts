/** Replaces what was typed and moves the caret back to where the person was typing, because the text may be shorter now. */
export function replaceText(target: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string) {
  if (text === target.value) return
  const caret = 'selectionStart' in target ? target.selectionStart : null
  const cut = target.value.length - text.length
  target.value = text
  if (caret !== null && 'setSelectionRange' in target) target.setSelectionRange(caret - cut, caret - cut)
}
