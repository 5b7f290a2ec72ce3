import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect } from '@mantine/core';
import {
  accessPresets,
  presetsInOrder,
  type AccessPreset,
} from '@sightline/contracts/permission-groups/access-presets';
import { permissions } from '@sightline/contracts/shared/permissions';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChipChoice } from '../../../ui/forms/chip-choice.tsx';
import { GroupChoice } from '../group-choice.tsx';
import { sitesOfInvites } from '../user-queries.ts';

/** A ready set, or groups that are chosen one by one. */
export type AccessChoice = AccessPreset | 'groups';

/** What somebody who is invited will be able to do, and where. */
export interface InviteAccess {
  choice: AccessChoice;
  /** None: everywhere. */
  locationIds: string[];
  groupIds: string[];
}

interface AccessFieldsProps {
  value: InviteAccess;
  onChange: (value: InviteAccess) => void;
}

/** So many sites are shown at once; of more one types a part of the name. */
const mostChips = 8;

/** What the invited people can do: a ready set on sites, or groups. */
export function AccessFields({ value, onChange }: AccessFieldsProps) {
  const { t } = useTranslation();
  const options = [...presetsInOrder, 'groups' as const].map((choice) => ({
    value: choice,
    label: t(`users.preset.${choice}`),
  }));
  return (
    <>
      <ChipChoice
        label={t('users.invite.access')}
        options={options}
        chosen={[value.choice]}
        hint={t(`users.preset.hint.${value.choice}`)}
        onChange={([choice]) => onChange({ ...value, choice: choice as AccessChoice })}
      />
      {value.choice === 'groups' ? (
        <GroupChoice value={value.groupIds} onChange={(groupIds) => onChange({ ...value, groupIds })} />
      ) : (
        <SiteChoice
          isOfSites={accessPresets[value.choice].some((name) => permissions[name] !== 'organization')}
          chosen={value.locationIds}
          onChange={(locationIds) => onChange({ ...value, locationIds })}
        />
      )}
    </>
  );
}

interface SiteChoiceProps {
  isOfSites: boolean;
  chosen: string[];
  onChange: (ids: string[]) => void;
}

/** On which sites. With one site there is nothing to choose. */
function SiteChoice({ isOfSites, chosen, onChange }: SiteChoiceProps) {
  const { t } = useTranslation();
  const sites = useQuery(sitesOfInvites()).data?.items ?? [];
  if (!isOfSites || sites.length < 2) return null;
  const label = t('users.invite.sites');
  const hint = t(chosen.length === 0 ? 'users.invite.allSites' : 'users.invite.someSites');
  if (sites.length <= mostChips)
    return (
      <ChipChoice
        label={label}
        isMany
        options={sites.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
        chosen={chosen}
        hint={hint}
        onChange={onChange}
      />
    );
  return (
    <MultiSelect
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={sites.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      hidePickedOptions
      maxValues={200}
      nothingFoundMessage={t('users.invite.noSite')}
      value={chosen}
      onChange={onChange}
    />
  );
}
