import type { Words } from '../t.ts'

/** Showing who is there: codes, passkeys and passwords, on any page that asks for them. Not yet read by a native speaker. */
export const words: Words = {
  'Enter a code again': '再次输入验证码',
  'Confirm that it is you': '确认是您本人',
  'This needs a more recent code than your last one.': '此步骤需要新的验证码。',
  'We ask for this each time, so that nobody else can do it in a browser that you have left open.':
    '每次都会询问，以免别人在您没有关闭的浏览器上操作。',
  ' A passkey does as well.': '也可以使用通行密钥。',
  Password: '密码',
  Show: '显示',
  Hide: '隐藏',
  'Use your password': '改用密码',
  'Use a code instead': '改用验证码',
  '6-digit code': '6位数验证码',
  '6-digit code or recovery code': '6位数验证码或恢复码',
  'From your authenticator app.': '来自您的验证码应用程序。',
  Confirm: '确认',
  'Please enter the 6-digit code.': '请输入6位数验证码。',
  'Please enter a code.': '请输入验证码。',
  'Please enter your password.': '请输入密码。',

  'Demo code': '演示验证码',
  'This is what the authenticator app of this demo account shows now.':
    '这是此演示账户的验证码应用程序目前显示的验证码。',
  'the demo code': '演示验证码',

  'Use a passkey': '使用通行密钥',
  'Your device confirmed nothing: it was cancelled, took too long, or has no passkey for your account. Please try again, or go on without one.':
    '您的设备没有确认：可能已取消、时间过长，或没有此账户的通行密钥。请再试一次，或改用其他方式。',
  'Your device was asked again in the meantime. Please try again.': '设备在此期间又收到另一次询问。请再试一次。',
  'This device already has a passkey for your account.': '此设备已有您账户的通行密钥。',
  'This device cannot check that it is you. Please set up a screen lock or a fingerprint on it first.':
    '此设备无法确认是您本人。请先在设备上设置屏幕锁或指纹。',
  'This device cannot make a passkey for Columba. Please use another one.':
    '此设备无法为Columba创建通行密钥。请使用另一台设备。',
  'Passkeys do not work at this address.': '通行密钥不适用于此网址。',

  'Invalid token. Please try again.': '验证码不正确。请再试一次。',
  'This code was already used. Please wait for the next one.': '此验证码已使用过。请等候下一个。',
  'This passkey could not be checked. Please try again, or enter a code.':
    '无法核对此通行密钥。请再试一次，或输入验证码。',
  'That took too long. Please try again, or enter a code.': '时间过长。请再试一次，或输入验证码。',
  'This passkey does not belong to your account, or it was removed. Please use another one, or enter a code.':
    '此通行密钥不属于您的账户，或已移除。请使用另一个，或输入验证码。',
  'This recovery code is wrong or was already used. Please try another.': '此恢复码不正确或已使用过。请试另一个。',
  'Please enter your password, or a code of your authenticator app, to show that it is you.':
    '请输入密码，或验证码应用程序上的验证码，以确认是您本人。',
  'Please enter a code of your authenticator app, or use a passkey, to show that it is you.':
    '请输入验证码应用程序上的验证码，或使用通行密钥，以确认是您本人。',
  'Your password is not correct.': '密码不正确。',
}
