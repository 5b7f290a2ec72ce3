import { useTranslation } from 'react-i18next';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Skeleton } from '../../../../ui/states/skeleton.tsx';
import classes from './results.module.css';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Grey cards in the places of those to come. */
export function LoadingCards() {
  const { t } = useTranslation();
  return (
    <div className={classes.loading} role="status" aria-label={t('common.states.loading')}>
      {places.map((place) => (
        <Stack gap={8} key={place}>
          <span className={classes.loadingPicture} />
          <Skeleton width="60%" height="12px" />
          <Skeleton width="85%" height="10px" />
          <Skeleton width="40%" height="10px" />
        </Stack>
      ))}
    </div>
  );
}
