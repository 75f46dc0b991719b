import { useSyncExternalStore } from 'react'
import { isConnectionLost, onConnection } from './connection.ts'

export const useConnectionLost = () => useSyncExternalStore(onConnection, isConnectionLost, () => false)
