export const PhoneNumber = ({ number }: { number: string }) => <div>{number}</div>
