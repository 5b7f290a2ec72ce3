/** Colours that a vehicle can have, as they are drawn; what is nearly the colour of the page has a stroke. */
export const vehicleColors = {
  black: { hex: '#1d2226' },
  white: { hex: '#f4f5f6', stroke: '#9aa3aa' },
  gray: { hex: '#7d868d' },
  silver: { hex: '#c0c6ca', stroke: '#9aa3aa' },
  red: { hex: '#c1332f' },
  blue: { hex: '#2f5fb3' },
  green: { hex: '#3f8450' },
  yellow: { hex: '#e8c531' },
  orange: { hex: '#dd7a26' },
  brown: { hex: '#7a5236' },
  beige: { hex: '#d8c7a5', stroke: '#a8977a' },
  gold: { hex: '#b8933a' },
  purple: { hex: '#7449a6' },
  pink: { hex: '#d977a4' },
} as const satisfies Record<string, { hex: string; stroke?: string }>;

export type VehicleColor = keyof typeof vehicleColors;

/** Their names in the order of the palette. */
export const vehicleColorNames = Object.keys(vehicleColors) as [VehicleColor, ...VehicleColor[]];
