/** The twelve colours that clothes and vehicles are sorted into. */
export const colourNames = [
  'black',
  'grey',
  'white',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'brown',
  'beige',
] as const;
