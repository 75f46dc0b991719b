import { useState } from 'react'

/** Choices that this browser remembers. They hold no personal data, so they stay after a logout. */
type Preference = 'certificates-side-by-side' | 'detailed-queue' | 'no-shortcuts'

const keyOf = (name: Preference) => `preference:${name}`

/** Storage may be blocked; then every choice is off. */
export function readPreference(name: Preference): boolean {
  try {
    return localStorage.getItem(keyOf(name)) === 'on'
  } catch {
    return false
  }
}

function savePreference(name: Preference, isOn: boolean) {
  try {
    if (isOn) localStorage.setItem(keyOf(name), 'on')
    else localStorage.removeItem(keyOf(name))
  } catch {
    /* Not remembered, but it applies until the page is left. */
  }
}

export function usePreference(name: Preference): [isOn: boolean, toggle: () => void] {
  const [isOn, setOn] = useState(() => readPreference(name))
  const toggle = () => {
    savePreference(name, !isOn)
    setOn(!isOn)
  }
  return [isOn, toggle]
}
