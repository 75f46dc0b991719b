export const FaqPage = () => <h1>Questions and answers</h1>
