/** Why a file cannot be used, in a sentence for the operator. In a file of its own, because its readers are loaded later. */
export class UnreadableSpreadsheet extends Error {}
