import { formatPrice } from './money'

type Item = { sku: string; price: number; qty: number }
type Cart = { items?: Item[]; voucher?: { percent: number } }

export function cartTotal(cart: Cart): number {
  const gross = cart.items.reduce((sum, i) => sum + i.price * i.qty, 0)
  if (!cart.voucher) return gross
  return gross - (gross * cart.voucher.percent) / 100
}

export function cartLabel(cart: Cart): string {
  var n = cart.items ? cart.items.length : 0
  return n + ' items, ' + formatPrice(cartTotal(cart))
}
