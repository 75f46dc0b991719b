/** What a state must be: each value that is named, or one of those listed. */
type Pattern<State> = { readonly [Key in keyof State]?: State[Key] | readonly State[Key][] }

/** A move that is allowed from certain states, and to whom. What it does follows in the rows of each table. */
export interface AllowedMove<State, Mover> {
  from: Pattern<State>
  by: readonly Mover[]
}

/** The move that an event is from this state, if it is allowed. */
export const findMove = <State extends object, Mover, Move extends AllowedMove<State, Mover>>(
  { moves }: { moves: readonly Move[] },
  state: State,
  by: Mover,
): Move | undefined => moves.find((move) => move.by.includes(by) && matches(state, move.from))

/** The events that this person may cause now, in the order of the table. */
export const eventsFrom = <State extends object, Mover, Event extends string>(
  table: Record<Event, { moves: readonly AllowedMove<NoInfer<State>, NoInfer<Mover>>[] }>,
  state: State,
  by: Mover,
): Event[] => eventsOf(table).filter((event) => findMove(table[event], state, by))

export const eventsOf = <Event extends string>(table: Record<Event, object>) =>
  Object.keys(table) as [Event, ...Event[]]

const matches = <State extends object>(state: State, pattern: Pattern<State>) =>
  Object.entries(pattern).every(([key, value]) => [value].flat().includes(state[key as keyof State]))
