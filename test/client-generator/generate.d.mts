/** TypeScript types of an API, from its OpenAPI description as JSON. */
export declare const generateTypes: (description: string) => Promise<string>
