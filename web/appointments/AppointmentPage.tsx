export const AppointmentPage = () => null
