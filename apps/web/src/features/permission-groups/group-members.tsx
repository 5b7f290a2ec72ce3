import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import classes from './group-members.module.css';

interface Member {
  id: string;
  name: string;
  detail?: string | undefined;
}

interface GroupMembersProps {
  members: readonly Member[];
  /** Who can be added, as far as it was looked for. */
  candidates: readonly Member[];
  texts: { add: string; none: string; noneText: string; noCandidates: string; removeOf: (name: string) => string };
  failure: unknown;
  isBusy: boolean;
  /** Nobody can be added or taken out. */
  isFixed?: boolean;
  onSearch?: (search: string) => void;
  onChange: (ids: string[]) => void;
}

/** Who is in a group; each is added and taken out at once. */
export function GroupMembers({
  members,
  candidates,
  texts,
  failure,
  isBusy,
  isFixed = false,
  onSearch,
  onChange,
}: GroupMembersProps) {
  const { t } = useTranslation();
  const ids = members.map(({ id }) => id);
  const offered = candidates.filter(({ id }) => !ids.includes(id));
  return (
    <>
      <div className={classes.add}>
        {isFixed ? (
          <p>{t('permissionGroups.administrators.fixed')}</p>
        ) : (
          <Select
            label={texts.add}
            // A chosen one becomes a line of the list, and the field is empty again.
            key={ids.join()}
            data={offered.map(({ id, name, detail }) => ({
              value: id,
              label: detail === undefined ? name : `${name} (${detail})`,
            }))}
            value={null}
            searchable
            disabled={isBusy}
            nothingFoundMessage={texts.noCandidates}
            {...(onSearch === undefined ? {} : { onSearchChange: onSearch })}
            onChange={(id) => id !== null && onChange([...ids, id])}
          />
        )}
        {failure !== null && <FormFailure failure={failure} />}
      </div>
      {members.length === 0 ? (
        <EmptyState title={texts.none} text={texts.noneText} />
      ) : (
        <ul className={classes.list}>
          {members.map(({ id, name, detail }) => (
            <Row as="li" align="center" gap={16} key={id} className={classes.member}>
              <span className={classes.name}>
                <bdi>{name}</bdi>
                {detail !== undefined && (
                  <bdi dir="ltr" className={classes.detail}>
                    {detail}
                  </bdi>
                )}
              </span>
              {!isFixed && (
                <ActionIcon
                  aria-label={texts.removeOf(name)}
                  size={28}
                  disabled={isBusy}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                >
                  <IconX size={16} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              )}
            </Row>
          ))}
        </ul>
      )}
    </>
  );
}
