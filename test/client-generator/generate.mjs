import openapiTS, { astToString } from 'openapi-typescript'

/** npm installs a copy of this folder; after a change, raise its version here and in package-lock.json. */
export const generateTypes = async (description) => astToString(await openapiTS(description))
