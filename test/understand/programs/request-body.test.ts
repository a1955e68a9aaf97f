/** Messages that order devices to destroy what they hold, and events that only sound like it. */
import { expect, test } from 'vitest'
import { ordersLoss } from '../../../src/understand/programs/request-body.ts'

test.each([
  '{"op":"factory_reset"}',
  '{"cmd": "wipe_device"}',
  '{"action":"purge_all"}',
  '{"command":"format-disk"}',
  '{"method":"storage.erase"}',
  'erase_flash',
])('an order: %s', message => {
  expect(ordersLoss(message)).toBe(true)
})

test.each([
  '{"type":"format_report"}',
  '[{"type":"dropoff_scheduled"}]',
  '{"action":"format"}',
  '{"type":"formatted_text"}',
  '{"event":"purge_cache"}',
  '{"event":"wiped_clean"}',
  'erased',
])('no order: %s', message => {
  expect(ordersLoss(message)).toBe(false)
})
