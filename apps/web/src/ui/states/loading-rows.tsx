import { useTranslation } from 'react-i18next';
import classes from './states.module.css';

const widths = ['62%', '45%', '70%', '52%', '38%', '66%', '48%', '57%'];

/** Skeleton of a list: rows of the true height, seen only when loading takes longer than 200 ms. */
export function LoadingRows({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.bars} ${classes.delayed}`} role="status" aria-label={t('common.states.loading')}>
      {widths.slice(0, rows).map((width) => (
        <div className={classes.bar} key={width}>
          <span style={{ inlineSize: width }} />
          <span style={{ inlineSize: '60%' }} />
          <span style={{ inlineSize: '70%' }} />
          <span style={{ inlineSize: '40%' }} />
        </div>
      ))}
    </div>
  );
}
