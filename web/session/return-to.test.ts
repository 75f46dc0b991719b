import { beforeEach, expect, test, vi } from 'vitest'
import { clearReturnPath, saveReturnPath, takeReturnPath } from './return-to.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('location', { origin: 'https://columba.example' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
})

test('signing in leads once to the saved page when the role may see it', () => {
  saveReturnPath({ path: '/receipt?bookingID=b1', openTo: ['user', 'staff'] })
  expect(takeReturnPath('staff')).toBe('/receipt?bookingID=b1')
  expect(takeReturnPath('staff')).toBe('/dashboard')
})

test('signing in leads home when the role may not see the saved page', () => {
  saveReturnPath({ path: '/audit-log', openTo: ['admin'] })
  expect(takeReturnPath('staff')).toBe('/dashboard')
})

test('signing in leads home when the saved page would log out or was cleared', () => {
  saveReturnPath({ path: '/Logout/', openTo: ['user', 'staff', 'admin'] })
  expect(takeReturnPath('staff')).toBe('/dashboard')
  saveReturnPath({ path: '/profile', openTo: ['staff'] })
  clearReturnPath()
  expect(takeReturnPath('staff')).toBe('/dashboard')
})
