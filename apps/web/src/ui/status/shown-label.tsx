import type { ShownStatus } from '@sightline/contracts/status/status';
import { useTranslation } from 'react-i18next';
import { stateLevels } from './state-level.ts';
import { StatusGlyph } from './status-glyph.tsx';
import { StatusLabel } from './status-label.tsx';

/** What is shown of something, as sign and word; of what comes and goes, that it does. */
export function ShownLabel({ status }: { status: Pick<ShownStatus, 'state' | 'isFlapping'> }) {
  const { t } = useTranslation();
  return <StatusLabel level={stateLevels[status.state]}>{t(status.isFlapping ? 'status.flapping.label' : `status.state.${status.state}`)}</StatusLabel>;
}

/** As {@link ShownLabel} where there is no room for the word: its sign, which keeps the word as its name. */
export function ShownSign({ status }: { status: Pick<ShownStatus, 'state' | 'isFlapping'> }) {
  const { t } = useTranslation();
  return <StatusGlyph level={stateLevels[status.state]} label={t(status.isFlapping ? 'status.flapping.label' : `status.state.${status.state}`)} />;
}
