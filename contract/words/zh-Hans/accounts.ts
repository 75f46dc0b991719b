import type { Words } from '../t.ts'

/** Registering, signing in, and what a letter about an account leads to. Not yet read by a native speaker. */
export const words: Words = {
  'Welcome back. After your password we ask for a code from your authenticator app.':
    '欢迎回来。输入密码后，还需要验证码应用程序上的验证码。',
  'You are logged out. Nothing that you entered stays in this browser.': '您已登出。您输入的资料不会留在此浏览器。',
  'Your second step is set up. Log in to continue.': '第二道验证已设置好。请登录以继续。',
  'You chose {0}. Afterwards you come back to it.': '您已选择{0}，完成后会回到这个龛位。',
  'Forgot password?': '忘记密码？',
  'New to {0}? {1}': '第一次来到{0}？{1}',
  'Incorrect email or password.': '电邮或密码不正确。',
  'The check that you are a person has not loaded, so nothing was sent. Please check your connection and try again.':
    '真人验证没有载入，所以没有送出任何资料。请检查网络后再试一次。',
  'Demo accounts': '演示账户',
  'Choose one to fill in the form. Its code is shown on the next page.': '选择一个即可填好表格，验证码会显示在下一页。',
  'Second applicant': '第二位申请人',
  Staff: '职员',
  Admin: '管理员',

  'Enter your code': '输入验证码',
  'Open your authenticator app and enter the 6-digit code that it shows for Columba.':
    '请打开验证码应用程序，输入Columba一栏显示的6位数验证码。',
  'Use your passkey, or enter the 6-digit code that your authenticator app shows for Columba.':
    '请使用通行密钥，或输入验证码应用程序中Columba一栏显示的6位数验证码。',
  'Enter one of the recovery codes that you kept when you set up your app. Each works once.':
    '请输入设置应用程序时保存的一个恢复码。每个恢复码只能使用一次。',
  'Use a recovery code': '改用恢复码',
  'Use your authenticator app': '改用验证码应用程序',
  'Back to log in': '返回登录',
  'The next code appears in {0}.': '下一个验证码将在{0}后出现。',
  'Recovery code': '恢复码',
  Verify: '验证',
  'Verification failed': '验证失败',
  'Please enter a recovery code.': '请输入恢复码。',

  'It takes about three minutes. Afterwards you set up a second step of sign-in, so please have a phone with an authenticator app at hand.':
    '大约需要三分钟。之后会设置登录的第二道验证，请先备妥装有验证码应用程序的手机。',
  'Personal Details': '个人资料',
  'For example S1234567F': '例如S1234567F',
  Username: '用户名',
  'Letters, digits and underscores': '英文字母、数字和下划线',
  'Mailing Address': '通讯地址',
  'Unit number': '单位门牌号码',
  'For example 12-34. No unit number? Enter a dash.': '例如12-34。如果没有单位门牌号码，请输入一个短横（-）。',
  'Postal code': '邮区编号',
  'Already registered? {0}': '已经注册？{0}',
  'Username is required': '请填写用户名',
  'At least 4 characters': '至少4个字符',
  'Only letters, numbers, and _': '只可使用英文字母、数字和下划线（_）',
  'Email is required': '请填写电邮',
  'Invalid email': '电邮格式不正确',
  'Full name is required': '请填写全名',
  'At least 2 characters': '至少2个字符',
  'Only letters and spaces': '只可使用文字和空格',
  'Only letters, spaces, apostrophes and hyphens': '只可使用文字、空格、撇号和连字符',
  'Contact number required': '请填写联络电话',
  'Invalid contact number': '联络电话不正确',
  'Password required': '请填写密码',
  'At least 8 characters': '至少8个字符',
  'NRIC is required': '请填写身份证号码',
  'Invalid NRIC format, eg S1234567F': '身份证号码格式不正确，例如S1234567F',
  'Date of birth is required': '请填写出生日期',
  'Must be at least 18 years old': '必须年满18岁',
  'Nationality required': '请选择国籍',
  'Address required': '请填写地址',
  'Address must be at least 5 characters': '地址至少需要5个字符',
  'Gender required': '请选择性别',
  'Gender must be Male or Female': '请选择男或女',
  'Postal code required': '请填写邮区编号',
  'Must be 6 digits': '必须是6位数字',
  'Unit number required': '请填写单位门牌号码',
  'Please choose a password that is not your username or email name': '密码不可与用户名或电邮名称相同',
  'This password is too common. Please choose another': '这个密码太常见，请另选一个',

  'Set up two-factor authentication': '设置双重验证',
  "For your family's privacy, you log in with a password and a code. An authenticator app on your phone shows a new code every 30 seconds.":
    '为保护您家人的隐私，登录时需要密码和验证码。手机上的验证码应用程序每30秒显示一个新的验证码。',
  'Preparing your secret...': '正在准备您的密钥……',
  'Scan this code with your app': '用应用程序扫描此二维码',
  'Add Columba to your app': '将Columba加入您的应用程序',
  'Open in your authenticator app': '在验证码应用程序中打开',
  'The app is on another device': '应用程序在另一台设备上',
  'QR code for your authenticator app': '验证码应用程序的二维码',
  'Is the app on this device? {0}': '应用程序就在这台设备上？{0}',
  'Any authenticator app works, such as Google Authenticator or Microsoft Authenticator.':
    '任何验证码应用程序都可以，例如Google Authenticator或Microsoft Authenticator。',
  'If you cannot scan it, enter this secret by hand:': '如果无法扫描，请手动输入此密钥：',
  'If that does not work, enter this secret by hand:': '如果打不开，请手动输入此密钥：',
  'the secret': '密钥',
  'Enter the code that it shows': '输入应用程序显示的验证码',
  'Verify & Complete Registration': '验证并完成注册',
  'Failed to setup 2FA. Please try again.': '无法设置双重验证，请再试一次。',
  'Your session has ended. {0} to continue.': '您的登录已结束。请{0}以继续。',
  'Log in': '登录',
  'If your code was accepted, log in and make new recovery codes in Profile.':
    '如果验证码已通过，请登录后在“个人资料”重新生成恢复码。',
  'Log in again': '重新登录',
  'Keep your recovery codes': '保存您的恢复码',
  'If you lose your phone, each of these lets you in once.': '如果手机遗失，每个恢复码可以让您登录一次。',
  'They are shown only now. Please print them, or keep them where you keep other important papers.':
    '恢复码只在此刻显示。请打印出来，或与其他重要文件一起保存。',
  'Recovery codes': '恢复码',
  'Columba recovery codes': 'Columba恢复码',
  'Each works once.': '每个只能使用一次。',
  'Copy all': '全部复制',
  'all recovery codes': '全部恢复码',
  Download: '下载',
  'With a passkey, your fingerprint, your face or the lock of your screen takes the place of the code.':
    '有了通行密钥，就可以用指纹、面容或屏幕锁代替验证码。',
  'Log in and add a passkey': '登录并添加通行密钥',
  'You can add one later, in Profile.': '您以后可以在“个人资料”中添加。',
  'Continue to log in': '继续登录',

  'Reset your password': '重设密码',
  'If that email is registered, a reset link has been sent.': '如果该电邮已注册，重设链接已经寄出。',
  'We send only a few of these letters a day. If no new one comes, please use the last one that you have: it says how long its link works.':
    '这类信件每天只寄出几封。如果没有收到新的，请使用您手上最近的一封，信中写明链接的有效时间。',
  'Failed to send reset link. Please try again.': '无法寄出重设链接，请再试一次。',
  'We will send you a link that works for 30 minutes.': '我们会寄给您一个链接，30分钟内有效。',
  'Send reset link': '寄出重设链接',
  'Choose a new password': '设置新密码',
  'You will be signed out on all devices.': '所有设备都会登出。',
  'New password': '新密码',
  'Confirm password': '再次输入密码',
  'Reset password': '重设密码',
  'Passwords do not match.': '两次输入的密码不一致。',
  'Password has been reset. Redirecting to login…': '密码已重设，即将转到登录页……',
  'Failed to reset password.': '无法重设密码。',
  'Missing reset token.': '缺少重设密码的凭证。',
  'Log in now': '立即登录',

  'Confirm your new address': '确认新的电邮地址',
  'So that we know that our letters reach you by email.': '让我们确知信件能以电邮寄到您手上。',
  'Confirm this address': '确认此地址',
  'Your email address is confirmed. Thank you.': '您的电邮地址已确认，谢谢您。',
  'This link is not complete. Please open it from the letter again.': '链接不完整。请从信中重新打开。',
  'Undo the change of address': '撤销更改电邮地址',
  'Your account will have its old email address again, and everyone who is signed in to it will be signed out. Passkeys, recovery codes and invitations that were added since a week before the change will be removed. If it is an account of staff, what waits for a colleague to confirm it will end.':
    '您的账户会恢复原来的电邮地址，所有已登录者都会登出。更改前一周起添加的通行密钥、恢复码和邀请都会移除。如果是职员的账户，等待同事确认的事项也会终止。',
  'Undo the change': '撤销更改',
  'The change was undone.': '更改已撤销。',
  'Your account has its old email address again, and everyone was signed out. Passkeys, recovery codes and invitations that were added since a week before the change were removed, and at an account of staff what waited for a colleague has ended; our letter to you says which.':
    '您的账户已恢复原来的电邮地址，所有人都已登出。更改前一周起添加的通行密钥、恢复码和邀请都已移除，职员账户中等待同事确认的事项也已终止，我们的信中列明了是哪些。',
  'If you did not change the address yourself, someone may know your password. Please choose a new one now: we have sent a link to your old address, which works for 30 minutes.':
    '如果不是您自己更改地址，可能有人知道您的密码。请立即设置新密码：我们已将链接寄到您原来的地址，30分钟内有效。',
  'Then log in, and check your details and bookings. If anything is wrong, call {0} or write to {1}.':
    '然后请登录，检查您的资料和预订。如有任何不对，请致电{0}或写电邮到{1}。',

  Invitation: '邀请',
  'Help with a niche': '协助照料龛位',
  'Somebody in your family has invited you.': '您的一位家人邀请您协助。',
  'This link is not complete.': '链接不完整。',
  'Reading the invitation...': '正在读取邀请……',
  '{0} asks you to help with the niche of {1}. You can then choose and change the day on which the urn is placed, and get our letters about it.':
    '{0}请您协助照料{1}的龛位。之后您可以选择和更改安放骨灰瓮的日期，并收到相关信件。',
  'a relative': '一位亲人',
  'Loading your account...': '正在载入您的账户……',
  'You are signed in as a member of staff. Please use your own account as a member of the family.':
    '您目前以职员身份登录。请使用您作为家属的账户。',
  'Please log in with your own account, or create one. You come back here.':
    '请登录您自己的账户，或注册一个。之后会回到这里。',
  'Thank you': '谢谢您',
  '{0} is asked to agree. We write to you then, and you find the page in My Bookings.':
    '我们会请{0}同意。同意后我们会写信给您，您可以在“我的预订”找到该页。',
  '{0} will see your name and your email address.': '{0}会看到您的姓名和电邮地址。',
  Accept: '接受',

  'We could not confirm that you are a person. Please try again.': '我们无法确认您是真人。请再试一次。',
  'This link has expired or was already used. Please ask for a new one.': '此链接已过期或已使用。请重新索取。',
  'This link has expired or no longer applies.': '此链接已过期或不再适用。',
  'This link has ended or is not complete. Please ask whoever sent it to you for a new one.':
    '此链接已失效或不完整。请向寄给您的人索取新的链接。',
  'This invitation has expired, was withdrawn or was already used. Please ask for a new one. If you have accepted it already, please log in.':
    '此邀请已过期、已撤回或已使用。请重新索取。如果您已经接受，请登录。',
  'Too many wrong codes. Please log in again.': '验证码输错次数过多。请重新登录。',
  'This account is suspended. Please ask an admin of the house.': '此账户已停用。请联系本所管理员。',
  'We could not create this account. If you have registered before, please log in or reset your password.':
    '无法注册此账户。如果您以前注册过，请登录或重设密码。',
  'These details are already in use by another account.': '这些资料已被另一个账户使用。',
  'Many people are logging in at the moment. Please try again in a few seconds.': '目前登录的人很多。请过几秒再试。',
  'This would send more letters than we allow in a day. Please try again tomorrow.':
    '今天寄出的信件已达上限。请明天再试。',
  'This page can be shared once everything is paid, and until the booking ends.':
    '付清款项之后、预订结束之前，才可以分享此页。',
  'This invitation has changed since you looked at it. Please check it and try again.':
    '您查看之后，这份邀请已有更改。请核对后再试一次。',
  'You are signed in as the person who sent this invitation. Whoever you invited opens the link and signs in with an account of their own.':
    '您正以发出邀请的账户登录。请由受邀者打开链接，登录自己的账户。',
  'This NRIC belongs to another account': '此身份证号码属于另一账户',
  'This email belongs to another account': '此电邮地址属于另一账户',
}
