/** Finer words of models that the screens know. */
export const eventSubtypes = [
  'car',
  'truck',
  'bus',
  'motorcycle',
  'bicycle',
  'cat',
  'dog',
  'bird',
  'horse',
  'sheep',
  'cow',
] as const;
