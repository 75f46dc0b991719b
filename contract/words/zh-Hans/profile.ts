import type { Words } from '../t.ts'

/** The account of a reader: details, signing in, data. Not yet read by a native speaker. */
export const words: Words = {
  'My Profile': '个人资料',
  'Loading your profile...': '正在载入您的个人资料……',
  'Your profile could not be read just now.': '暂时无法读取您的个人资料。',
  'Your details': '您的资料',
  Phone: '联络电话',
  'Edit Account': '更改资料',
  'Not confirmed yet': '尚未确认',
  'Please confirm with the link in the letter that we sent you.': '请用我们寄给您的信中的链接确认。',
  'Send the link again': '重新寄出链接',
  'We have sent you a new link.': '新的链接已经寄给您。',
  'The link could not be sent.': '无法寄出链接。',
  'Save changes': '保存更改',
  'Your details were updated.': '您的资料已更新。',
  'Update failed': '无法更新资料',
  'You can change it 3 times a day. We tell the old address, and ask you to confirm the new one.':
    '每天最多可更改3次。我们会通知原来的电邮地址，并请您确认新的地址。',
  'Street, unit number and postal code, separated by commas': '街道、单位门牌号码和邮区编号，以逗号分隔',

  'Signing in': '登录方式',
  'You sign in with your password and a code from your authenticator app. If you lose your phone, a recovery code lets you in.':
    '您以密码和验证码应用程序上的验证码登录。如果手机遗失，可以用恢复码登录。',
  'Change Password': '更改密码',
  'Password updated successfully!': '密码已更改。',
  'Failed to change password': '无法更改密码',
  'Old password': '旧密码',
  'At least 8 characters. You will be signed out on all other devices.': '至少8个字符。其他所有设备都会登出。',
  'Confirm new password': '再次输入新密码',
  'Please enter your old password': '请输入旧密码',
  'New passwords don’t match': '两次输入的新密码不一致',
  'New recovery codes': '新的恢复码',
  'Your new recovery codes': '您的新恢复码',
  'Make new codes': '生成新的恢复码',
  'You get ten new codes, and the old ones stop working.': '您会得到十个新的恢复码，旧的随即失效。',

  Passkeys: '通行密钥',
  'After your password, a passkey asks for your fingerprint, your face or the screen lock of your device instead of a code. Your authenticator app works as before.':
    '输入密码后，通行密钥会以您的指纹、面容或设备的屏幕锁代替验证码。验证码应用程序仍可照常使用。',
  'Loading your passkeys...': '正在载入您的通行密钥……',
  'Your passkeys could not be read just now.': '暂时无法读取您的通行密钥。',
  'Added {0}': '添加于：{0}',
  'Last used {0}': '上次使用：{0}',
  'Not used yet': '尚未使用',
  'today, {0}': '今天{0}',
  'yesterday, {0}': '昨天{0}',
  '{0} days ago': '{0}天前',
  'Rename {0}': '重新命名{0}',
  'Name of the passkey': '通行密钥的名称',
  'Rename this passkey': '重新命名此通行密钥',
  'Remove this passkey?': '移除此通行密钥？',
  'Passkey removed.': '通行密钥已移除。',
  '“{0}” can then no longer be used to sign in. Your device may go on offering it until you delete it there.':
    '此后不能再用“{0}”登录。在您的设备上删除之前，设备可能仍会提示使用它。',
  'An account can have ten passkeys.': '每个账户最多可有十个通行密钥。',
  'Add a passkey': '添加通行密钥',
  'This browser does not know passkeys. Please use another one to add a passkey.':
    '此浏览器不支持通行密钥。请用另一个浏览器添加。',
  'Passkeys work only at {0}. Please sign in there to add one.': '通行密钥只能在{0}使用。请到该网址登录后添加。',
  'My phone': '我的手机',
  'My computer': '我的电脑',
  Continue: '继续',
  'Passkey added.': '通行密钥已添加。',
  'Give it a name by which you will know it. Your device then asks you to confirm that it is you, and so do we.':
    '请取一个便于辨认的名字。然后您的设备和我们都会请您确认是您本人。',

  'Where you are signed in': '登录中的设备',
  'Loading your sessions...': '正在载入您的登录……',
  'Your sessions could not be read just now.': '暂时无法读取您的登录。',
  'All other sessions ended.': '其他所有登录都已结束。',
  'End all other sessions': '结束其他所有登录',
  'Session ended.': '登录已结束。',
  'End session': '结束登录',
  'of {0}': '（{0}）',
  'This browser': '此浏览器',
  'Unknown browser': '未知的浏览器',
  'Network not known': '网络不明',
  'This network': '此网络',
  'A local network': '本地网络',
  'Another network': '其他网络',
  'First seen {0}, last seen {1}': '首次使用：{0}，上次使用：{1}',

  'Your data': '您的数据',
  'You can download everything that we hold about you, with the certificates that you sent. You can also close your account.':
    '您可以下载我们保存的所有关于您的资料，包括您提交的证书。您也可以关闭账户。',
  'Download my data': '下载我的数据',
  'Your data was downloaded.': '您的数据已下载。',
  'You get a ZIP file with your account, your bookings and payments, what was done in your account, and your certificates. Please keep it in a safe place: it contains your NRIC.':
    '您会得到一个ZIP文件，内有您的账户资料、预订和付款、账户的操作记录和您的证书。请妥善保管：文件中有您的身份证号码（NRIC）。',
  'Close my account': '关闭我的账户',
  'Keep my account': '保留我的账户',
  'Your account stays open.': '您的账户继续保留。',
  'Your account stays open for now': '您的账户暂时保留',
  'Our staff wrote on {0}:': '职员于{0}留言（原文）：',
  'You asked us to close your account': '您已申请关闭账户',
  'Sent on {0}. Because you have bookings, our staff look at them first and then write to you.':
    '提交于{0}。由于您有预订，职员会先查看，然后写信给您。',
  'Your account is closed. We have confirmed it by email.': '您的账户已关闭，确认电邮已经寄出。',
  'Our staff will look at your request and write to you.': '职员会查看您的申请，然后写信给您。',
  'Without bookings, your account is closed at once: your personal details are removed and you can no longer log in. This cannot be undone.':
    '如果没有预订，账户会立即关闭：您的个人资料会移除，您不能再登录。此操作无法撤销。',
  'If you have bookings, our staff look at them first and then write to you.':
    '如果有预订，职员会先查看，然后写信给您。',
  'If you have moved urns as one of our staff, an admin decides about it first.':
    '如果您曾以职员身份移动骨灰瓮，会先由管理员决定。',
  'Message to our staff': '给职员的留言',
  'They read it only if you have bookings.': '只有在您有预订时，职员才会查看。',

  'Your old password is not correct.': '旧密码不正确。',
  'An account can have ten passkeys. Please remove one that you no longer use.':
    '每个账户最多可有十个通行密钥。请先移除一个不再使用的。',
  'This passkey is already in use.': '此通行密钥已在使用。',
  'This account cannot be closed yet. Please first finish what is open: {why}.':
    '此账户暂时不能关闭。请先办妥尚未完成的事项：{why}。',
  'An email address can be changed 3 times a day. Please try again tomorrow.':
    '电邮地址每天最多可更改3次。请明天再试。',
  'The account of the last admin cannot be closed.': '最后一位管理员的账户不能关闭。',
}
