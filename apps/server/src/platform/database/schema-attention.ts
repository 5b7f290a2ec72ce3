interface AttentionSeenRow {
  organizationId: string;
  userId: string;
  itemKey: string;
  seenUntil: Date;
  notedAt: Date;
}

/** What people have seen of what needed them. */
export interface AttentionSchema {
  attentionSeen: AttentionSeenRow;
}
