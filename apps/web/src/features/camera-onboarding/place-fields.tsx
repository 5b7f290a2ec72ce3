import { NativeSelect } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { useTranslation } from 'react-i18next';
import { choicesWith } from '../../ui/forms/choices-with.ts';

interface CoreFieldProps {
  edges: readonly Edge[];
  value: string;
  onChange: (edge: Edge) => void;
  disabled?: boolean;
}

/** The core that the cameras come to. */
export function CoreField({ edges, value, onChange, disabled = false }: CoreFieldProps) {
  const { t } = useTranslation();
  const options = edges.map(({ id, name, state }) => ({
    value: id,
    label: state === 'online' ? name : `${name} (${t(`edges.state.${state}`)})`,
  }));
  return (
    <NativeSelect
      label={t('cameras.form.core')}
      description={t('cameras.form.coreHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={choicesWith(options, value)}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const edge = edges.find(({ id }) => id === event.currentTarget.value);
        if (edge) onChange(edge);
      }}
    />
  );
}

interface SiteFieldProps {
  locations: readonly Location[];
  value: string;
  onChange: (locationId: string) => void;
}

/** The site at which the cameras stand. */
export function SiteField({ locations, value, onChange }: SiteFieldProps) {
  const { t } = useTranslation();
  const options = locations.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <NativeSelect
      label={t('cameras.form.site')}
      data={choicesWith(options, value)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The core to begin with: the one that was asked for, else one that is there. */
export const firstEdge = (edges: readonly Edge[], wanted: string | undefined): Edge | undefined =>
  edges.find(({ id }) => id === wanted) ?? edges.find(({ state }) => state === 'online') ?? edges[0];
