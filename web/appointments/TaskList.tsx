import type { ReactNode } from 'react'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import rows from '#web/ui/rows.module.css'
import styles from './PlacementTasks.module.css'

interface TaskListProps {
  title: string
  empty: string
  children: readonly ReactNode[]
}

export const TaskList = ({ title, empty, children }: TaskListProps) => (
  <Card title={title}>{children.length > 0 ? <ul className={styles.list}>{children}</ul> : <p>{empty}</p>}</Card>
)

export interface TaskProps {
  name: string
  facts: readonly string[]
  children: ReactNode
}

export const Task = ({ name, facts, children }: TaskProps) => (
  <li className={`${rows.row} ${styles.task}`}>
    <div className={styles.words}>
      <p className={styles.name}>{orNotRecorded(name)}</p>
      {facts.filter(Boolean).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </div>
    <div className={common.row2}>{children}</div>
  </li>
)
