import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone; known at the first drawing. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
