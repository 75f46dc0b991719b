export const PlacementsPage = () => null
