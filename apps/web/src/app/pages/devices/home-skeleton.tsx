import { Row } from '../../../ui/layout/row.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import classes from './devices.module.css';

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** The page before its data: the true regions in grey. */
export function HomeSkeleton() {
  return (
    <div className={classes.sites}>
      <div className={classes.site}>
        <Row wrap align="center" gap={12} rowGap={4} className={classes.siteHead}>
          <Skeleton width="180px" height="20px" />
        </Row>
        <div className={classes.grid}>
          {places.map((place) => (
            <div key={place} className={classes.placeholder}>
              <Skeleton width="100%" height="100%" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
