import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import classes from './sign-in.module.css';

// Parts of a drawn day in percent: where motion is, and where footage is missing.
const days = [
  {
    motion: [
      [2, 2],
      [33.5, 1.3],
      [36, 2.8],
      [41, 2.2],
      [55, 1.3],
      [62, 0.8],
      [64, 4.2],
      [68, 3.6],
      [76, 2],
      [90.5, 1.6],
      [99.3, 0.7],
    ],
    gap: [58, 3.6],
  },
  {
    motion: [
      [5, 1.2],
      [17.5, 3],
      [26, 0.6],
      [30, 2.6],
      [34, 3.8],
      [39.2, 2],
      [43.8, 8],
      [53.6, 2.6],
      [57.6, 0.8],
      [59.8, 4.6],
      [73, 2.6],
      [87.5, 0.7],
      [89.6, 1.4],
      [92.4, 1.4],
    ],
    gap: null,
  },
  {
    motion: [
      [2, 2],
      [19.5, 0.6],
      [28.5, 2.8],
      [35.5, 1.2],
      [38.6, 2.8],
      [42.6, 2],
      [50.4, 1.2],
      [54.4, 4],
      [59, 3.6],
      [63.4, 2],
      [67.4, 1.4],
      [70.8, 1.4],
      [75.6, 2],
      [81.4, 0.6],
    ],
    gap: null,
  },
  {
    motion: [
      [10.4, 2.8],
      [16, 3.3],
      [20, 2.6],
      [23.8, 1.2],
      [27.2, 6],
      [35.5, 3.2],
      [39.7, 1.2],
      [42.6, 3],
      [59, 1.2],
      [66, 2.4],
      [68.8, 5.2],
      [75, 1.2],
      [93, 2.4],
    ],
    gap: [77.5, 1.8],
  },
] as const;

/** The promise of the product as a drawing: four days, two explained gaps. Never real data: nobody is signed in. */
export function SignInPicture() {
  const { t } = useTranslation();
  return (
    <aside className={classes.picture} aria-labelledby="promise">
      <div className={classes.promise}>
        <p id="promise" className={classes.headline}>
          {t('sessions.signIn.promise1')}
          <br />
          {t('sessions.signIn.promise2')}
        </p>
        <p className={classes.promiseDetail}>{t('sessions.signIn.promiseDetail')}</p>
        <div className={classes.days} dir="ltr" role="img" aria-label={t('sessions.signIn.sample')}>
          {days.map(({ motion, gap }, row) => (
            <div key={motion.length + motion[0][0]}>
              <svg className={classes.day} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width="100" height="10" className={classes.recorded} />
                {motion.map(([x, width]) => (
                  <rect key={x} x={x} width={width} height="10" className={classes.motion} />
                ))}
                {gap !== null && (
                  <>
                    <rect x={gap[0]} width={gap[1]} height="10" className={classes.missing} />
                    <rect x={gap[0] + 0.4} y="4.5" width={gap[1] - 0.8} height="1" className={classes.gapLine} />
                  </>
                )}
              </svg>
              {row === 0 && (
                <p className={classes.gapText}>
                  <bdi>{t('sessions.signIn.sampleGap')}</bdi>
                </p>
              )}
            </div>
          ))}
          <Row justify="between" className={classes.hours} aria-hidden="true">
            {['00', '06', '12', '18', '24'].map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </Row>
        </div>
      </div>
    </aside>
  );
}
