import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'

export const BillLink = ({ number }: { number: string }) => <Link to={pathTo('bill', { number })}>{number}</Link>
