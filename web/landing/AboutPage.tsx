export const AboutPage = () => <h1>About Columba</h1>
