import { IconFileSpreadsheet, IconLink, IconPlugConnected, IconRadar2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './onboarding.module.css';

/** How a camera is added. */
export type Way = 'scan' | 'onvif' | 'file' | 'manual';

const ways = [
  { way: 'scan', Icon: IconRadar2 },
  { way: 'onvif', Icon: IconPlugConnected },
  { way: 'file', Icon: IconFileSpreadsheet },
  { way: 'manual', Icon: IconLink },
] as const;

interface WayChoiceProps {
  /** The link to a way, around what stands in it. */
  link: (way: Way, className: string | undefined, content: ReactNode) => ReactNode;
}

/** The four ways in which cameras come in. */
export function WayChoice({ link }: WayChoiceProps) {
  const { t } = useTranslation();
  return (
    <nav className={classes.ways} aria-label={t('cameraOnboarding.ways.label')}>
      {ways.map(({ way, Icon }) =>
        link(
          way,
          classes.way,
          <>
            <Icon size={24} stroke={1.5} aria-hidden="true" />
            <strong>{t(`cameraOnboarding.ways.${way}`)}</strong>
            <span className={classes.wayText}>{t(`cameraOnboarding.ways.${way}Text`)}</span>
          </>,
        ),
      )}
    </nav>
  );
}
