import type { ShownStatus } from '@sightline/contracts/status/status';
import { useTranslation } from 'react-i18next';
import { levelOf } from './state-level.ts';
import { StatusGlyph } from './status-glyph.tsx';
import { StatusLabel } from './status-label.tsx';

interface ShownProps {
  status: Pick<ShownStatus, 'state' | 'isFlapping'>;
  /** Of what is spoken, for languages whose words agree with it: cameras and cores are spoken of in one way, sites and streams in another. */
  of: 'camera' | 'site';
}

const useWord = ({ status, of }: ShownProps): string => {
  const { t } = useTranslation();
  const state = status.isFlapping ? 'flapping' : status.state;
  return of === 'site' ? t(`status.siteState.${state}`) : t(`status.state.${state}`);
};

/** What is shown of something, as sign and word; of what comes and goes, that it does. */
export function ShownLabel(props: ShownProps) {
  return <StatusLabel level={levelOf(props.status)}>{useWord(props)}</StatusLabel>;
}

/** As {@link ShownLabel} where there is no room for the word: its sign, which keeps the word as its name. */
export function ShownSign(props: ShownProps) {
  return <StatusGlyph level={levelOf(props.status)} label={useWord(props)} />;
}
