import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

import type { Chain } from '../../core/terms/network.ts'
import { at } from '../columns.ts'

/** Requests to link a wallet, one for each account. Open while `walletId` is null and `expiresAt` has not passed. */
export const walletLinks = sqliteTable('wallet_links', {
  id: text('id').primaryKey(),
  ownerAccount: text('owner_account').notNull().unique(), // `platform:userId`
  handle: text('handle'), // what the account showed when it asked
  nonce: text('nonce').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  walletId: text('wallet_id'),
})

/** Wallets that chat accounts have linked. */
export const linkedWallets = sqliteTable(
  'linked_wallets',
  {
    id: text('id').primaryKey(),
    ownerAccount: text('owner_account').notNull(), // `platform:userId`
    family: text('family').$type<Chain['family']>().notNull(),
    key: text('key').notNull(), // the lower-case address on EVM, the compressed public key in base64 on CosmWasm
    coinType: integer('coin_type'), // of BIP 44, null on EVM
    isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
    linkedAt: at('linked_at').notNull(),
  },
  (table) => [uniqueIndex('linked_wallets_key').on(table.ownerAccount, table.family, table.key)],
)
