import { useMediaQuery } from '@mantine/hooks';
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts';

const options = { getInitialValueInEffect: false };

/** How much room there is: `bar` has the state and the buttons below the picture, `filled` nothing but the picture. */
export type CameraScreen = 'desk' | 'bar' | 'filled';

/** A phone on its side has the height of a picture and no more; upright it has the width of one. */
export function useCameraScreen(): CameraScreen {
  const isOnItsSide = useMediaQuery(
    '(orientation: landscape) and (max-height: 30em) and (pointer: coarse)',
    undefined,
    options,
  );
  const isNarrow = useIsPhone();
  if (isOnItsSide) return 'filled';
  return isNarrow ? 'bar' : 'desk';
}
